import { Link } from 'react-router'
import {
  type ReadinessStep,
  type UnfinishedOrganisation,
  readRoundReadiness,
} from '#contract/round/readiness'
import { endpointUrl } from '#contract/kit/endpoint'
import { pageAddress } from '#contract/nouns/nouns'
import { type RoundPreviewKind, readRoundPreview, ROUND_PREVIEWS } from '#contract/round/round-preview'
import type { RoundView } from '#contract/round/round'
import { capacityWithArticle } from '#domain/values/capacity'
import { CheckIcon } from '../../icons/icons.tsx'
import { useAnswer } from '../../api/api.ts'
import { SiteLink } from '../../parts/menu/site-link.tsx'
import { Section } from '../../parts/section.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'

/** The missing part of an unfinished project or requirement; follows its name. */
const LACKS: Readonly<Record<UnfinishedOrganisation['items'][number]['lack'], string>> = {
  draft: 'is a draft',
  offer: 'has no offer yet',
  bid: 'has no bid yet',
}

/** “4 of 6 done”. */
const doneText = (steps: readonly Pick<ReadinessStep, 'done'>[]): string =>
  `${steps.filter(({ done }) => done).length} of ${steps.length} done`

/** Links to previews of a round. */
const PREVIEW_LABELS: Readonly<Record<RoundPreviewKind, string>> = {
  page: 'The public page once the round is open',
  openedEmail: 'The email when the round opens',
  plannedEmail: 'The email when the round is announced as planned',
  estimateEmail: 'The email to people who saved an estimate',
}

const Step = ({ step, offered }: { step: ReadinessStep; offered: boolean }) => (
  <li className="readiness-step">
    {step.done ? (
      <span className="readiness-done">
        <CheckIcon aria-hidden="true" />
        Done
      </span>
    ) : (
      <span className="quiet">To do</span>
    )}
    <span>{step.text}</span>
    {!step.done && (step.action === null || offered) && (
      <Link
        to={step.action === null ? step.link : `${step.link}?action=${step.action}`}
        aria-label={`Do it now: ${step.text}`}
      >
        Do it now
      </Link>
    )}
  </li>
)

type UnfinishedRow = UnfinishedOrganisation & { id: string }

const COLUMNS: readonly Column<UnfinishedRow>[] = [
  {
    id: 'organisation',
    header: 'Organisation',
    main: true,
    sortBy: ({ organisation }) => organisation.name,
    cell: ({ organisation }) => (
      <Link to={pageAddress('organisation', { type: 'PARTICIPANT', id: organisation.id })}>
        {organisation.name}
      </Link>
    ),
  },
  {
    id: 'joining',
    header: 'Registration',
    cell: ({ interestedAs }) =>
      interestedAs.length === 0
        ? null
        : `Interested as ${interestedAs.map(capacityWithArticle).join(' and ')}, not registered`,
  },
  {
    id: 'items',
    header: 'Not finished',
    cell: ({ items }) => (
      <ul className="plain-list">
        {items.map(({ id, name, link, lack }) => (
          <li key={id}>
            <Link to={link}>{name}</Link>
            <span className="quiet"> {LACKS[lack]}</span>
          </li>
        ))}
      </ul>
    ),
  },
]

/** Links to what people will see: the public page of the round, and the emails that announce it. */
const RoundPreviews = ({ round: { id, status, expectedFrom } }: { round: RoundView }) => {
  const isBefore = status === 'Draft'
  const shown = ROUND_PREVIEWS.filter(what => (what === 'plannedEmail' ? isBefore && expectedFrom : isBefore))
  if (shown.length === 0) return null
  return (
    <Section heading="What people will see">
      <ul className="plain-list">
        {shown.map(what => (
          <li key={what}>
            <a
              href={endpointUrl(readRoundPreview, { params: { id, what } })}
              target="_blank"
              rel="noreferrer"
            >
              {PREVIEW_LABELS[what]}
            </a>
          </li>
        ))}
      </ul>
      <p className="quiet">
        The page and emails open in a new tab, made as people will get them. Nothing is sent.
      </p>
    </Section>
  )
}

/** Control room of a round for the market operator: what is ready, and who has not finished. */
export const RoundControlRoom = ({ round }: { round: RoundView }) => (
  <QueryBoundary query={useAnswer(readRoundReadiness, { params: { id: round.id } })} lines={6}>
    {({ steps, unfinished, publicPage }) => (
      <>
        {steps.length > 0 && (
          <Section
            heading={`Ready: ${doneText(steps)}`}
            aside={publicPage !== null && <SiteLink to={publicPage}>See the public page</SiteLink>}
          >
            <ul className="plain-list readiness">
              {steps.map(step => (
                <Step
                  key={step.text}
                  step={step}
                  offered={round.actions.some(({ id }) => id === step.action)}
                />
              ))}
            </ul>
          </Section>
        )}
        {steps.length > 0 && <RoundPreviews round={round} />}
        {unfinished.length > 0 && (
          <Section heading="Who has not finished">
            <RowsTable
              caption="Organisations that have not finished"
              columns={COLUMNS}
              rows={unfinished.map(one => ({ ...one, id: one.organisation.id }))}
              atFirst={8}
            />
          </Section>
        )}
      </>
    )}
  </QueryBoundary>
)
