import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { system } from '../kit/who.ts'
import { withHint, longText, confirm } from '../kit/fields.ts'
import { proposalApprover, mayWithdrawProposal } from './decide.ts'

/** Ends a proposal that no one decided in time. */
export const expireProposal = action({
  name: 'Expire',
  on: 'proposal',
  title: 'Expire',
  who: [system],
  from: ['Waiting'],
  fields: {},
  to: 'Expired',
  effect: ({ subject, now }) => [update('proposal', subject, { decidedAt: now })],
})

/** Voids a proposal whose facts have changed: it is not done, and may be proposed again. */
export const voidProposal = action({
  name: 'MakeVoid',
  on: 'proposal',
  title: 'Make void',
  who: [system],
  from: ['Waiting'],
  fields: { note: withHint(longText('Why?'), 'What has changed since the proposal.') },
  to: 'Void',
  effect: ({ subject, values, now }) => [update('proposal', subject, { note: values.note, decidedAt: now })],
})

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
