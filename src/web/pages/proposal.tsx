import { Link, useParams } from 'react-router'
import { NOUNS } from '#contract/nouns'
import type { ProposalView } from '#contract/proposal'
import { Consequences } from '../action/consequence-sheet.tsx'
import '../action/consequences.css'
import { useResource } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { DayText } from '../parts/amounts.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { ActivityOf, DocumentsOf } from './shared/about.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './shared/pages.css'

/** Whose turn it is, and what stands in the way. */
const WhoseTurn = ({ proposal }: { proposal: ProposalView }) => {
  const { status, isOwn, isOutdated, approvers, actions, owner } = proposal
  if (status !== 'Waiting') return null
  const others = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(approvers)
  if (isOutdated)
    return (
      <Notice tone="warn">
        <p>
          What this is about has changed since it was proposed, or the time is over: it cannot be approved any
          more. Propose it again.
        </p>
      </Notice>
    )
  if (isOwn)
    return (
      <Notice tone={approvers.length > 0 ? 'info' : 'warn'}>
        <p>
          You proposed this, so {owner ? `${owner.name} must agree to it` : 'a colleague must approve it'}
          {approvers.length > 0
            ? `: ${others}.`
            : `. Nobody there can yet: invite ${owner ? 'one of its people' : 'a second person'}.`}
        </p>
      </Notice>
    )
  if (owner && !actions.some(({ id }) => id === 'Approve'))
    return (
      <Notice>
        <p>Nothing changes until {owner.name} agrees.</p>
      </Notice>
    )
  return actions.length > 0 ? (
    <Notice>
      <p>
        Nothing is done yet. Approve it, and it is done at once as it was proposed; or decline it with a note.
      </p>
    </Notice>
  ) : null
}

const Decision = ({ proposal: { decidedAt, decidedBy, note, status } }: { proposal: ProposalView }) =>
  decidedAt === null ? null : (
    <Section heading="What became of it">
      <KeyValues
        as="list"
        facts={[
          ['Outcome', NOUNS.proposal.statuses[status].label],
          ['When', <DayText key="at" day={decidedAt} time />],
          ['By', decidedBy],
          ['Note', note],
        ]}
      />
    </Section>
  )

/** What somebody would do, why, and what it would change; where a second person decides it. */
export const ProposalPage = () => {
  const { id } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.proposal, id)} title="Proposal">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[{ name: 'Proposals', to: '/proposals' }, { name: data.name }]}
          subtitle={
            <>
              <StatusBadge kind="proposal" status={data.status} />
              <span>
                Proposed by {data.proposedBy}, <DayText day={data.proposedAt} time />
              </span>
            </>
          }
          actions={<ActionBar actions={data.actions} />}
        >
          <WhoseTurn proposal={data} />
          <Decision proposal={data} />
          <Section heading="What is proposed">
            <KeyValues
              as="list"
              facts={[
                ['Reason', data.reason],
                [
                  'On',
                  data.on.link ? (
                    <Link key="on" to={data.on.link}>
                      {data.on.name}
                    </Link>
                  ) : (
                    data.on.name
                  ),
                ],
                ['Round', data.round?.name],
                ...data.answers.map(({ label, value }) => [label, value] as const),
                [
                  'Approve by',
                  data.status === 'Waiting' ? <DayText key="by" day={data.expiresOn} /> : undefined,
                ],
              ]}
            />
          </Section>
          {data.foreseen && (
            <Section heading="What it would change">
              <Consequences rehearsal={data.foreseen} />
            </Section>
          )}
          {data.hasFiles && (
            <Section heading="Documents">
              <DocumentsOf kind="proposal" id={data.id} />
            </Section>
          )}
          <Section heading="Activity">
            <ActivityOf kind="proposal" id={data.id} />
          </Section>
        </Page>
      )}
    </PageBoundary>
  )
}
