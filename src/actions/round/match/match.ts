import { needsConfirmationAfterReopening } from '#domain/match/freeze'
import { toObstacle } from '../../common/obstacle.ts'
import { action } from '../../kit/action.ts'
import { startTask } from '../../kit/changes.ts'
import { confirm } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import { findSeparateParties } from './separate-players.ts'

/** Warning about offers and bids that do not count because their owners have not confirmed them. */
const unconfirmedAmounts = (count: number): string =>
  count === 1
    ? '1 offer or bid was not confirmed after the round was opened again, and does not count'
    : `${count} offers and bids were not confirmed after the round was opened again, and do not count`

/** Asks the engine for a match of the current offers and bids. */
export const startMatch = action({
  name: 'Match',
  on: 'round',
  title: 'Match',
  label: 'Match offers and bids',
  binds: {
    verb: 'Start matching',
    undone: 'No one is bound or notified yet. You review the match next, and can reject it.',
  },
  description: 'Finds the match with the greatest surplus, and what each winner pays or receives.',
  who: [operator],
  from: ['ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  when: ({ hasReserve }) =>
    hasReserve !== null || 'Match is not possible. Set the credit reserve first, or choose no reserve',
  given: async (read, round, _actor, today) => {
    const made = await read.list('project', { roundId: round.id, status: 'Offered' })
    const bid = await read.list('requirement', { roundId: round.id, status: 'Bid' })
    const offers = made.filter(one => !needsConfirmationAfterReopening(one))
    const bids = bid.filter(one => !needsConfirmationAfterReopening(one))
    const nothing = 'There is nothing to match. You need at least one offer and one bid'
    const players = new Set([...offers.map(one => one.supplierId), ...bids.map(one => one.buyerId)])
    return {
      unconfirmed: made.length + bid.length - offers.length - bids.length,
      separate: await findSeparateParties(read, players, today),
      obstacles:
        offers.length > 0 && bids.length > 0
          ? []
          : [toObstacle('round', round, 'OpenBidsAndOffers', nothing)],
    }
  },
  fields: { confirmed: confirm('Start matching') },
  warn: (_answers, _round, { separate, unconfirmed }) => {
    const said = [...separate, ...(unconfirmed > 0 ? [unconfirmedAmounts(unconfirmed)] : [])]
    return said.length > 0 ? { confirmed: said.join('. ') } : {}
  },
  check: (_, { obstacles: [first] }) => (first ? { form: first.text } : {}),
  to: 'Pending',
  effect: ({ subject }) => [startTask('match', subject.id)],
  done: 'Matching has started',
})
