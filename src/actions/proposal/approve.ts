import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { withHint, longText, optional } from '../kit/fields.ts'
import { proposalApprover, readApprovalExpiry, mayApproveProposal, APPROVAL_EXPIRED } from './decide.ts'

/** Approves a proposal, which is then done exactly as sent, if nothing has changed since. */
export const approveProposal = action({
  name: 'Approve',
  on: 'proposal',
  title: 'Approve',
  binds: {
    verb: 'Approve and do it',
    undone:
      'The action happens straight away, exactly as proposed. You can undo it only if the action itself can be undone.',
  },
  who: [proposalApprover],
  stepUp: true,
  carriesOut: true,
  from: ['Waiting'],
  when: mayApproveProposal,
  given: readApprovalExpiry,
  fields: {
    note: withHint(
      optional(longText('Note')),
      'What you checked, or what others should know later. The person who proposed this can read it.',
    ),
  },
  initial: () => ({}),
  check: (_, { isOver: over }) => (over ? { form: APPROVAL_EXPIRED } : {}),
  to: 'Approved',
  effect: ({ subject, values, actor, now }) => [
    update('proposal', subject, { note: values.note, decidedBy: actor.userId, decidedAt: now }),
  ],
})
