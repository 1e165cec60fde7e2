import { action } from '../../kit/action.ts'
import { update } from '../../kit/changes.ts'
import { confirm, withHint } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'

/**
 * Approves once, for all winners of a settled round, what follows mechanically from the match and from verified
 * projects: afterwards one person allocates rights and issues credits, each with a fresh code (decision 0122).
 */
export const approveAllocation = action({
  name: 'ApproveAllocation',
  on: 'round',
  title: 'Approve allocation and issue of credits',
  binds: {
    verb: 'Approve for the whole round',
    undone: 'You cannot undo this. Rights and credits of this round then need no further approval.',
  },
  description:
    'This one approval covers all winners. One person can then allocate rights and issue credits in this round, once the documents, the contract and the verification are complete.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Settled'],
  when: ({ allocationApprovedAt }) =>
    allocationApprovedAt === null || 'Allocating and issuing are already approved for this round',
  fields: {
    confirmed: withHint(
      confirm('Winners of this round can get their rights and credits'),
      'Each winner still needs its documents and its contract. Before credits are issued, the projects that supply the winner must also be verified.',
    ),
  },
  effect: ({ subject, now }) => [update('round', subject, { allocationApprovedAt: now })],
  done: 'Rights and credits of this round need no further approval',
})
