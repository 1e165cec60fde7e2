import type { ReactNode } from 'react'
import { BIODIVERSITY_SUPPLY_RULE_LABELS, type BiodiversitySupplyRule } from '#domain/round/round'
import type { MatchReview, UnmatchedItem } from '#contract/round/match'
import { listChangeDates } from '../../charts/band-layout.ts'
import { BalanceBands } from '../../charts/bands.tsx'
import { latestFlowStart } from '../../charts/flow-layout.ts'
import { ShowPence, DayText, Money } from '../../parts/values/amounts.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { useChosenDate } from '../shared/use-day.ts'
import { FlowsSection } from './flows.tsx'
import { GroupResultsSection } from './groups.tsx'
import { PaymentsSection } from './payments.tsx'
import { MatchCalculation } from './proof.tsx'
import { ReserveSection } from './reserve.tsx'
import { calculateReviewSums } from './sums.ts'
import { SupplyAndDemand } from './supply-and-demand.tsx'
import { UnmatchedSection } from './unmatched.tsx'
import { ReviewSummary } from './verdict.tsx'
import { WinnersSection } from './winners.tsx'

/** Differences from the previous run. */
const PreviousRun = ({
  previous,
  surplus,
}: {
  previous: NonNullable<MatchReview['previous']>
  surplus: number
}) => (
  <div className="stack">
    <p>
      The previous run, on <DayText day={previous.finishedAt} time />, had a surplus of{' '}
      <Money pounds={previous.surplus} /> and {previous.winners} winners. This run has a surplus of{' '}
      <Money pounds={surplus} />.
    </p>
    {previous.changed.length > 0 && (
      <ul className="difference-list">
        {previous.changed.map(difference => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    )}
  </div>
)

/** Replaces identifiers, which the engine knows, by names, which people know. */
const withNames = (text: string, review: Pick<MatchReview, 'projects' | 'requirements'>): string => {
  const names = new Map([...review.projects, ...review.requirements].map(item => [item.id, item.name]))
  return text.replace(/[\w-]+/g, word => names.get(word) ?? word)
}

interface Part {
  id: string
  /** Label among the links at the top. */
  short: string
  heading: string
  aside?: ReactNode
  content: ReactNode
}

/**
 * Whole review, in the order in which an operator asks: how much, who, from where, what did not win, and the
 * proof.
 */
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
  /** Counting of biodiversity supply in this round. */
  biodiversitySupply: BiodiversitySupplyRule
  lost: { projects: readonly UnmatchedItem[]; requirements: readonly UnmatchedItem[] }
  compare: boolean
  onCompare: (compare: boolean) => void
}) => {
  const sums = calculateReviewSums(review)
  const day = useChosenDate(latestFlowStart(review.flows))
  // All parts with a date share one slider.
  const stops = listChangeDates([
    review.flows,
    ...[...review.match.totals, ...review.balance.types].map(({ periods }) => periods),
  ])
  const parts: (Part | false)[] = [
    {
      id: 'payments',
      short: 'Payments',
      heading: 'Who pays and who receives',
      content: <PaymentsSection review={review} sums={sums} />,
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
              For comparison only. “Pay as bid” would leave the whole surplus with the operator. VCG payments
              need not add up to zero. We show them only for organisations with one winning item.
            </p>
          )}
          <WinnersSection review={review} side="requirement" compare={compare} />
        </>
      ),
    },
    {
      id: 'projects',
      short: 'Projects',
      heading: 'Projects that won',
      content: <WinnersSection review={review} side="project" compare={compare} />,
    },
    {
      id: 'flows',
      short: 'Flows',
      heading: 'Who supplies whom',
      content: <FlowsSection flows={review.flows} day={day} stops={stops} />,
    },
    {
      id: 'supply',
      short: 'Supply and demand',
      heading: 'Supply and demand',
      aside: review.match.totals.some(({ creditType }) => creditType === 'Biodiversity') && (
        <span className="quiet">
          Biodiversity supply counts: {BIODIVERSITY_SUPPLY_RULE_LABELS[biodiversitySupply]}
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
          <UnmatchedSection of="requirements" items={lost.requirements} amounts={review.requirements} />
          <h3>Projects</h3>
          <UnmatchedSection of="projects" items={lost.projects} amounts={review.projects} />
          <p className="quiet small measure">
            “Would have tied at” shows the bid or offer that would have won, or tied, if nothing else had
            changed. “No price” means that it would not have won at any price.
          </p>
        </div>
      ),
    },
    review.groups.length > 0 && {
      id: 'groups',
      short: 'Groups',
      heading: 'Groups',
      content: <GroupResultsSection review={review} />,
    },
    review.reserve !== null && {
      id: 'reserve',
      short: 'Reserve',
      heading: 'Reserve',
      content: <ReserveSection reserve={review.reserve} day={day} stops={stops} />,
    },
    {
      id: 'balance',
      short: 'Balance',
      heading: isSettled ? 'Where the units of the winners are' : 'Where the units of the winners would be',
      content: <BalanceBands sheet={review.balance} day={day} stops={stops} />,
    },
    review.previous !== null && {
      id: 'previous',
      short: 'Previous run',
      heading: 'Compared with the previous run',
      content: <PreviousRun previous={review.previous} surplus={review.match.surplus} />,
    },
    {
      id: 'proof',
      short: 'Calculation',
      heading: 'How this was calculated',
      content: <MatchCalculation match={review.match} roundId={roundId} />,
    },
  ]
  const shown = parts.filter(part => part !== false)
  return (
    <ShowPence>
      <nav className="review-nav scroll-x" aria-label="Parts of the review">
        {shown.map(part => (
          <a key={part.id} href={`#${part.id}`}>
            {part.short}
          </a>
        ))}
      </nav>
      <ReviewSummary review={review} sums={sums} />
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
    </ShowPence>
  )
}
