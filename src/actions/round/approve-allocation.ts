import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, hinted } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/**
 * Approves once, for all winners of a settled round, what follows mechanically from the match and from verified projects:
 * afterwards one person allocates rights and issues credits, each with a fresh code (decision 0122).
 */
export const approveAllocation = action({
  name: 'ApproveAllocation',
  on: 'round',
  title: 'Approve allocating and issuing',
  binds: {
    verb: 'Approve for the whole round',
    undone: 'It cannot be taken back: rights and credits of this round then need no second person.',
  },
  description:
    'One approval for all winners. Afterwards one person allocates rights and issues credits in this round, as soon as the documents, the contract and the verification are there.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Settled'],
  when: ({ allocationApprovedAt }) =>
    allocationApprovedAt === null || 'Allocating and issuing are approved for this round',
  fields: {
    confirmed: hinted(
      confirm('Winners of this round may be given their rights and credits'),
      'Each still needs its documents, its contract and, for credits, a verified project.',
    ),
  },
  effect: ({ subject, now }) => [update('round', subject, { allocationApprovedAt: now })],
  done: 'Approved: rights and credits of this round need no second person',
})
