import { freezeMatchProblem } from '#domain/match/freeze'
import { findUnconfirmedItems } from '#domain/match/not-confirmed'
import { action } from '../../kit/action.ts'
import { create } from '../../kit/changes.ts'
import { system } from '../../kit/who.ts'
import { readOffersAndBids } from './offers-and-bids.ts'

/**
 * Starts the engine for a round: its offers, bids, groups and reserve are frozen and stored. Of the bids that *Match* decided to leave out,
 * those are left out whose deposit is still missing; no other bid is, because no one has agreed to that (decision 0248).
 */
export const beginMatch = action({
  name: 'BeginMatch',
  on: 'round',
  title: 'Begin match',
  who: [system],
  from: ['Pending'],
  fields: {},
  to: 'Matching',
  reads: async (read, round) => {
    const missing = await read.bidsWithoutDeposit(round.id)
    const market = await readOffersAndBids(
      read,
      round,
      round.withoutDeposit.filter(id => missing.includes(id)),
    )
    return { problem: freezeMatchProblem(market), unconfirmed: findUnconfirmedItems(market) }
  },
  effect: ({ subject, reads, now, newId }) => [
    create('matchResult', { id: newId(), roundId: subject.id, ...reads, startedAt: now }),
  ],
  done: 'Matching has begun',
})
