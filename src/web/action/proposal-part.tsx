import { Link } from 'react-router'
import type { ActionForm } from '#contract/kit/form'
import { pageAddress } from '#contract/nouns/nouns'
import { Notice } from '../parts/page/notice.tsx'
import { APPROVAL_TEXTS, approversText } from './messages.ts'
import { FieldFrame } from './questions/field-frame.tsx'

type Approval = NonNullable<ActionForm['approval']>

const textsFor = ({ by }: Approval) => APPROVAL_TEXTS[by === 'owner' ? 'owner' : 'second']

/** Names of the approvers as a list in words; null if there are none. */
const approversIn = ({ approvers, others }: Approval): string | null => {
  if (approvers.length + others === 0) return null
  const shown = approvers.slice(0, 4)
  return approversText(shown, approvers.length - shown.length + others)
}

/** Says who can approve the proposal, or how to get an approver. */
export const ApproverNote = ({ approval }: { approval: Approval }) => {
  const who = approversIn(approval)
  const texts = textsFor(approval)
  if (who !== null) return <p>{texts.who(who)}</p>
  return (
    <p>
      <b>{texts.noOne}</b> Your proposal waits until someone can. You can{' '}
      {approval.inviteAt ? (
        <a href={approval.inviteAt} target="_blank" rel="noreferrer">
          {texts.invite}
        </a>
      ) : (
        'ask the market operator'
      )}
      .
    </p>
  )
}

/** Explains that the answers are only proposed and who approves them, and asks for the reason. */
export const ProposalSection = ({
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
        <b>{textsFor(approval).needed}</b> {textsFor(approval).how}
      </p>
      <ApproverNote approval={approval} />
      {approval.waiting !== null && (
        <p>
          This has already been proposed:{' '}
          <Link to={pageAddress('proposal', { id: approval.waiting })}>see the proposal</Link>.
        </p>
      )}
    </Notice>
    <FieldFrame
      name="proposal-reason"
      label="Why are you proposing this?"
      isOptional={false}
      hint="The person who approves this reads your reason first. We keep your reason with the decision."
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
