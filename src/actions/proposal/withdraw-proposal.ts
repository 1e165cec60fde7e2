import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, withHint } from '../kit/fields.ts'
import { proposalApprover, mayWithdrawProposal } from './decide.ts'

/** Withdraws a proposal: nothing is done. */
export const withdrawProposal = action({
  name: 'WithdrawProposal',
  on: 'proposal',
  title: 'Withdraw proposal',
  who: [proposalApprover],
  from: ['Waiting'],
  when: mayWithdrawProposal,
  fields: {
    confirmed: withHint(confirm('Withdraw this proposal'), 'Nothing changes. You can propose it again.'),
  },
  to: 'Withdrawn',
  effect: ({ subject, now }) => [update('proposal', subject, { decidedAt: now })],
  done: 'Your proposal has been withdrawn and nothing has changed',
})
