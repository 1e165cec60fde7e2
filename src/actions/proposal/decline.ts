import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { withHint, longText } from '../kit/fields.ts'
import { proposalApprover, mayDecideProposal } from './decide.ts'

/** Declines a proposal with a reason: nothing is done. */
export const declineProposal = action({
  name: 'Decline',
  on: 'proposal',
  title: 'Decline',
  who: [proposalApprover],
  stepUp: true,
  from: ['Waiting'],
  when: mayDecideProposal,
  fields: {
    note: withHint(
      longText('Why do you decline?'),
      'The person who proposed this can read your reason, and can propose it again.',
    ),
  },
  initial: () => ({}),
  to: 'Declined',
  effect: ({ subject, values, actor, now }) => [
    update('proposal', subject, { note: values.note, decidedBy: actor.userId, decidedAt: now }),
  ],
  done: 'The proposal has been declined and nothing has changed',
})
