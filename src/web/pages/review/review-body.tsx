import type { ReactNode } from 'react'
import { BIODIVERSITY_SUPPLY_LABELS, type BiodiversitySupply } from '#domain/round'
import type { MatchReview, UnmatchedItem } from '#contract/match'
import { daysIn } from '../../charts/band-layout.ts'
import { Bands } from '../../charts/bands.tsx'
import { lastBeginning } from '../../charts/flow-layout.ts'
import { InPence } from '../../parts/amounts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { useDay } from '../shared/use-day.ts'
import { Flows } from './flows.tsx'
import { Groups } from './groups.tsx'
import { Payments } from './payments.tsx'
import { PreviousRun } from './previous-run.tsx'
import { Proof } from './proof.tsx'
import { ReserveKept } from './reserve.tsx'
import { sumsOf } from './sums.ts'
import { SupplyAndDemand } from './supply-and-demand.tsx'
import { Unmatched } from './unmatched.tsx'
import { Verdict } from './verdict.tsx'
import { Winners } from './winners.tsx'
import { withNames } from './with-names.ts'

interface Part {
  id: string
  /** Its name among the links at the top. */
  short: string
  heading: string
  aside?: ReactNode
  content: ReactNode
}

/** The whole review, in the order in which an operator asks: how much, who, from where, what did not win, and how that is known. */
export const ReviewBody = ({
  review,
  roundId,
  isSettled,
  biodiversitySupply,
  lost,
  compare,
  onCompare,
}: {
  review: MatchReview
  roundId: string
  isSettled: boolean
  /** How biodiversity counts in this round. */
  biodiversitySupply: BiodiversitySupply
  lost: { projects: readonly UnmatchedItem[]; requirements: readonly UnmatchedItem[] }
  compare: boolean
  onCompare: (compare: boolean) => void
}) => {
  const sums = sumsOf(review)
  const day = useDay(lastBeginning(review.flows))
  // One slider for all parts that have a day.
  const stops = daysIn([
    review.flows,
    ...[...review.match.totals, ...review.balance.types].map(({ periods }) => periods),
  ])
  const parts: (Part | false)[] = [
    {
      id: 'payments',
      short: 'Payments',
      heading: 'Who pays and who receives',
      content: <Payments review={review} sums={sums} />,
    },
    {
      id: 'requirements',
      short: 'Requirements',
      heading: 'Requirements that won',
      aside: (
        <label className="switch-label">
          <input
            type="checkbox"
            role="switch"
            checked={compare}
            onChange={event => onCompare(event.target.checked)}
          />
          Compare with other price rules
        </label>
      ),
      content: (
        <>
          {compare && (
            <p className="quiet measure">
              For comparison only. Pay as bid would leave the whole surplus with the operator; VCG payments
              need not add up to zero, and are shown for organisations with one winning item only.
            </p>
          )}
          <Winners review={review} side="requirement" compare={compare} />
        </>
      ),
    },
    {
      id: 'projects',
      short: 'Projects',
      heading: 'Projects that won',
      content: <Winners review={review} side="project" compare={compare} />,
    },
    {
      id: 'flows',
      short: 'Flows',
      heading: 'From project to requirement',
      content: <Flows flows={review.flows} day={day} stops={stops} />,
    },
    {
      id: 'supply',
      short: 'Supply and demand',
      heading: 'Supply and demand',
      aside: review.match.totals.some(({ creditType }) => creditType === 'Biodiversity') && (
        <span className="quiet">
          Biodiversity counts {BIODIVERSITY_SUPPLY_LABELS[biodiversitySupply].toLowerCase()}
        </span>
      ),
      content: <SupplyAndDemand totals={review.match.totals} day={day} stops={stops} />,
    },
    {
      id: 'unmatched',
      short: 'Unmatched',
      heading: 'What did not win, and why',
      content: (
        <div className="stack">
          <h3>Requirements</h3>
          <Unmatched of="requirements" items={lost.requirements} amounts={review.requirements} />
          <h3>Projects</h3>
          <Unmatched of="projects" items={lost.projects} amounts={review.projects} />
          <p className="quiet small measure">
            The amount at which it would have tied has all other bids and offers as they are. Where it says no
            price, it would not have won at any.
          </p>
        </div>
      ),
    },
    review.groups.length > 0 && {
      id: 'groups',
      short: 'Groups',
      heading: 'Groups',
      content: <Groups review={review} />,
    },
    review.reserve !== null && {
      id: 'reserve',
      short: 'Reserve',
      heading: 'Reserve',
      content: <ReserveKept reserve={review.reserve} day={day} stops={stops} />,
    },
    {
      id: 'balance',
      short: 'Balance',
      heading: isSettled ? 'Where the units of the winners are' : 'Where the units of the winners would be',
      content: <Bands sheet={review.balance} day={day} stops={stops} />,
    },
    review.previous !== null && {
      id: 'previous',
      short: 'Run before',
      heading: 'Compared with the run before',
      content: <PreviousRun previous={review.previous} surplus={review.match.surplus} />,
    },
    {
      id: 'proof',
      short: 'Calculation',
      heading: 'How this was calculated',
      content: <Proof match={review.match} roundId={roundId} />,
    },
  ]
  const shown = parts.filter(part => part !== false)
  return (
    <InPence>
      <nav className="review-nav scroll-x" aria-label="Parts of the review">
        {shown.map(part => (
          <a key={part.id} href={`#${part.id}`}>
            {part.short}
          </a>
        ))}
      </nav>
      <Verdict review={review} sums={sums} />
      {review.warnings.length > 0 && (
        <Notice tone="warn">
          {review.warnings.map(warning => (
            <p key={warning}>{withNames(warning, review)}</p>
          ))}
        </Notice>
      )}
      {shown.map(part => (
        <div key={part.id} id={part.id} className="anchor">
          <Section heading={part.heading} aside={part.aside}>
            {part.content}
          </Section>
        </div>
      ))}
    </InPence>
  )
}
