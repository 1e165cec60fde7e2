import { action } from '../kit/action.ts'
import { start } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Asks the engine for a match of the offers and bids as they are. */
export const match = action({
  name: 'Match',
  on: 'round',
  title: 'Match',
  label: 'Match offers and bids',
  description: 'Finds the match with the greatest surplus, and what each winner pays or receives.',
  who: [operator],
  from: ['ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  when: ({ hasReserve }) =>
    hasReserve !== null || 'Match is not possible: set the credit reserve first, or say that there is none',
  given: async (read, { id: roundId }) => ({
    offers: (await read.list('project', { roundId, status: 'Offered' })).length,
    bids: (await read.list('requirement', { roundId, status: 'Bid' })).length,
  }),
  fields: { confirmed: confirm('Start matching') },
  check: (_, { offers, bids }) =>
    offers > 0 && bids > 0
      ? {}
      : { form: 'There is nothing to match: at least one offer and one bid are needed' },
  to: 'Pending',
  effect: ({ subject }) => [start('match', subject.id)],
  done: 'Matching has started',
})
