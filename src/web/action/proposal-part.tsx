import { Link } from 'react-router'
import type { ActionForm } from '#contract/form'
import { addressOf } from '#contract/nouns'
import { Notice } from '../parts/notice.tsx'
import { FieldFrame } from './field-frame.tsx'

type Approval = NonNullable<ActionForm['approval']>

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Who may approve, in one sentence; null where nobody can. */
const whoMay = ({ approvers, others }: Pick<Approval, 'approvers' | 'others'>): string | null => {
  if (approvers.length + others === 0) return null
  const shown = approvers.slice(0, 4)
  const more = approvers.length - shown.length + others
  const unnamed = more === 1 ? 'one more person' : `${more} more people`
  const isOfOthers = others > 0 && approvers.length === 0
  return list.format(isOfOthers ? ['the market operator'] : [...shown, ...(more > 0 ? [unnamed] : [])])
}

/** Who may approve what is proposed here; where nobody can, what to do about it. */
export const WhoMayApprove = ({ approval }: { approval: Approval }) => {
  const who = whoMay(approval)
  if (who !== null) return <p>It can be approved by {who}.</p>
  return (
    <p>
      <b>Nobody else can approve this yet.</b> It would wait until somebody can:{' '}
      {approval.inviteAt ? (
        <a href={approval.inviteAt} target="_blank" rel="noreferrer">
          invite a second person
        </a>
      ) : (
        'ask the market operator'
      )}
      .
    </p>
  )
}

/** Of a form whose answers are only proposed: that it is so, who approves, and the question for the reason. */
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
  <section className="stack-tight" aria-label="A second person">
    <Notice tone={whoMay(approval) === null ? 'warn' : 'info'}>
      <p>
        <b>This needs two people.</b> You propose it; nothing is done before a second person approves it.
      </p>
      <WhoMayApprove approval={approval} />
      {approval.waiting !== null && (
        <p>
          It is proposed already:{' '}
          <Link to={addressOf('proposal', { id: approval.waiting })}>look at the proposal that waits</Link>.
        </p>
      )}
    </Notice>
    <FieldFrame
      name="proposal-reason"
      label="Why do you propose this?"
      isOptional={false}
      hint="The second person reads it before deciding, and it is kept with the decision."
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
