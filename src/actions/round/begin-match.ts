import { matchProblemOf } from '#domain/freeze'
import { notConfirmedIn } from '#domain/not-confirmed'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { system } from '../kit/who.ts'
import { offersAndBids } from './offers-and-bids.ts'

/** The engine takes a round up: its offers, bids, groups and reserve are frozen and kept as they are now. */
export const beginMatch = action({
  name: 'BeginMatch',
  on: 'round',
  title: 'Begin match',
  who: [system],
  from: ['Pending'],
  fields: {},
  to: 'Matching',
  reads: async (read, round) => {
    const market = await offersAndBids(read, round)
    return { problem: matchProblemOf(market), unconfirmed: notConfirmedIn(market) }
  },
  effect: ({ subject, reads, now, newId }) => [
    create('matchResult', { id: newId(), roundId: subject.id, ...reads, startedAt: now }),
  ],
  done: 'Matching has begun',
})
