import { Link } from 'react-router'
import type { ActionForm } from '#contract/form'
import { addressOf } from '#contract/nouns'
import { Notice } from '../parts/notice.tsx'
import { FieldFrame } from './field-frame.tsx'

type Approval = NonNullable<ActionForm['approval']>

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The people who can approve, as a list in words; null where there is nobody. */
const approversIn = ({ approvers, others }: Approval): string | null => {
  if (approvers.length + others === 0) return null
  const shown = approvers.slice(0, 4)
  const more = approvers.length - shown.length + others
  const unnamed = more === 1 ? '1 more person' : `${more} more people`
  return list.format([...shown, ...(more > 0 ? [unnamed] : [])])
}

/** Says who can approve the proposal, or how to get somebody who can. */
export const WhoMayApprove = ({ approval }: { approval: Approval }) => {
  const who = approversIn(approval)
  const isForOwner = approval.by === 'owner'
  if (who !== null) return <p>{isForOwner ? `The owner must agree: ${who}.` : `${who} can approve it.`}</p>
  return (
    <p>
      <b>{isForOwner ? 'The owner has nobody here who could agree.' : 'Nobody else can approve this yet.'}</b>{' '}
      The proposal waits until somebody can:{' '}
      {approval.inviteAt ? (
        <a href={approval.inviteAt} target="_blank" rel="noreferrer">
          {isForOwner ? 'invite one of the owner’s people' : 'invite a second person'}
        </a>
      ) : (
        'ask the market operator'
      )}
      .
    </p>
  )
}

/** Explains that the answers are only proposed and who approves them, and asks for the reason. */
export const ProposalPart = ({
  approval,
  reason,
  message,
  onReason,
  onLeave,
}: {
  approval: Approval
  reason: string
  message: string | undefined
  onReason: (reason: string) => void
  onLeave: () => void
}) => (
  <section className="stack-tight" aria-label="Approval">
    <Notice tone={approversIn(approval) === null ? 'warn' : 'info'}>
      <p>
        <b>{approval.by === 'owner' ? 'This needs the owner’s agreement.' : 'This needs two people.'}</b> You
        propose it, and nothing changes until{' '}
        {approval.by === 'owner' ? 'the owner agrees' : 'a colleague approves it'}.
      </p>
      <WhoMayApprove approval={approval} />
      {approval.waiting !== null && (
        <p>
          It has already been proposed:{' '}
          <Link to={addressOf('proposal', { id: approval.waiting })}>see the proposal</Link>.
        </p>
      )}
    </Notice>
    <FieldFrame
      name="proposal-reason"
      label="Why do you propose this?"
      isOptional={false}
      hint="Whoever approves it reads this first. It is kept with the decision."
      message={message}
      onLeave={onLeave}
    >
      {({ id, describedBy, isInvalid }) => (
        <textarea
          id={id}
          className="input"
          rows={3}
          maxLength={2000}
          required
          value={reason}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          onChange={event => onReason(event.target.value)}
        />
      )}
    </FieldFrame>
  </section>
)
