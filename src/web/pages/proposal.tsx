import { Link, useParams } from 'react-router'
import { NOUNS } from '#contract/nouns/nouns'
import type { ProposalView } from '#contract/desk/proposal'
import { ActionConsequences } from '../action/consequence-sheet.tsx'
import { approversText } from '../action/messages.ts'
import '../action/consequences.css'
import { useResource } from '../api/api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { DayText } from '../parts/values/amounts.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { SubjectActivity, SubjectDocuments } from './shared/about.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { ownProposalText } from './proposals/messages.ts'
import './shared/pages.css'

/** Assignee of the proposal, and obstacles. */
const WhoseTurn = ({ proposal }: { proposal: ProposalView }) => {
  const { status, isOwn, isOutdated, approvers, actions, owner } = proposal
  if (status !== 'Waiting') return null
  const others = approversText(approvers, 0)
  if (isOutdated)
    return (
      <Notice tone="warn">
        <p>
          This proposal can no longer be approved, because the facts have changed since it was made or because
          it has expired. Propose the action again.
        </p>
      </Notice>
    )
  if (isOwn)
    return (
      <Notice tone={approvers.length > 0 ? 'info' : 'warn'}>
        <p>{ownProposalText({ owner: owner?.name, approvers: others })}</p>
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
        Nothing has changed yet. If you approve this, the action happens straight away, exactly as proposed.
        Otherwise, decline it with a note.
      </p>
    </Notice>
  ) : null
}

const Decision = ({ proposal: { decidedAt, decidedBy, note, status } }: { proposal: ProposalView }) =>
  decidedAt === null ? null : (
    <Section heading="Decision">
      <KeyValues
        as="list"
        facts={[
          ['Result', NOUNS.proposal.statuses[status].label],
          ['When', <DayText key="at" day={decidedAt} time />],
          ['By', decidedBy],
          ['Note', note],
        ]}
      />
    </Section>
  )

/** Page of a proposal: the action, its reason and its effect; here the approver decides. */
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
                  'About',
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
            <Section heading="What will change">
              <ActionConsequences rehearsal={data.foreseen} />
            </Section>
          )}
          {data.hasFiles && (
            <Section heading="Documents">
              <SubjectDocuments kind="proposal" id={data.id} />
            </Section>
          )}
          <Section heading="Activity">
            <SubjectActivity kind="proposal" id={data.id} />
          </Section>
        </Page>
      )}
    </PageBoundary>
  )
}
