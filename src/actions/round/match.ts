import { isToBeConfirmed } from '#domain/freeze'
import { obstacle } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { start } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { separatePlayers } from './separate-players.ts'

const notConfirmed = (count: number): string =>
  `${count === 1 ? '1 offer or bid was' : `${count} offers and bids were`} not confirmed after the round was opened again, and ${count === 1 ? 'does' : 'do'} not count`

/** Asks the engine for a match of the offers and bids as they are. */
export const match = action({
  name: 'Match',
  on: 'round',
  title: 'Match',
  label: 'Match offers and bids',
  binds: {
    verb: 'Start matching',
    undone: 'Nobody is bound and nobody is told: the match waits for your review, and can be rejected.',
  },
  description: 'Finds the match with the greatest surplus, and what each winner pays or receives.',
  who: [operator],
  from: ['ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  when: ({ hasReserve }) =>
    hasReserve !== null || 'Match is not possible: set the credit reserve first, or say that there is none',
  given: async (read, round, _actor, today) => {
    const made = await read.list('project', { roundId: round.id, status: 'Offered' })
    const bid = await read.list('requirement', { roundId: round.id, status: 'Bid' })
    const offers = made.filter(one => !isToBeConfirmed(one))
    const bids = bid.filter(one => !isToBeConfirmed(one))
    const nothing = 'There is nothing to match: at least one offer and one bid are needed'
    const players = new Set([...offers.map(one => one.supplierId), ...bids.map(one => one.buyerId)])
    return {
      unconfirmed: made.length + bid.length - offers.length - bids.length,
      separate: await separatePlayers(read, players, today),
      obstacles:
        offers.length > 0 && bids.length > 0 ? [] : [obstacle('round', round, 'OpenBidsAndOffers', nothing)],
    }
  },
  fields: { confirmed: confirm('Start matching') },
  warn: (_answers, _round, { separate, unconfirmed }) => {
    const said = [...separate, ...(unconfirmed > 0 ? [notConfirmed(unconfirmed)] : [])]
    return said.length > 0 ? { confirmed: said.join('. ') } : {}
  },
  check: (_, { obstacles: [first] }) => (first ? { form: first.text } : {}),
  to: 'Pending',
  effect: ({ subject }) => [start('match', subject.id)],
  done: 'Matching has started',
})
