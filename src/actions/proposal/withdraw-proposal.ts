import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, hinted } from '../kit/fields.ts'
import { anotherPerson, mayTakeBack } from './decide.ts'

/** The proposer takes it back: nothing is done. */
export const withdrawProposal = action({
  name: 'WithdrawProposal',
  on: 'proposal',
  title: 'Withdraw proposal',
  who: [anotherPerson],
  from: ['Waiting'],
  when: mayTakeBack,
  fields: {
    confirmed: hinted(confirm('Withdraw this proposal'), 'Nothing is done. It can be proposed again.'),
  },
  to: 'Withdrawn',
  effect: ({ subject, now }) => [update('proposal', subject, { decidedAt: now })],
  done: 'The proposal is withdrawn; nothing was done',
})
