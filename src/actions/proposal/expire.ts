import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { system } from '../kit/who.ts'

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
