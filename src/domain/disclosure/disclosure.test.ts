import { expect, it } from 'vitest'
import { anActor, anOperator } from '#test/builders/market'
import type { Actor } from '../people/actor.ts'
import {
  mayReadFigure,
  mayReadCriticalAmount,
  mayReadRoundFigure,
  mayReadMatchSum,
  hasEnoughParties,
  type MatchSumParticipants,
} from './disclosure.ts'

const farm = { ownerId: 'farm', roundId: 'round' }
const owner: Actor = { ...anActor(), organisationId: 'farm' }
const other: Actor = { ...anActor(), organisationId: 'estate' }
const agentWith = (permissions: Actor['authorities'][number]['permissions']): Actor => ({
  ...anActor(),
  organisationId: 'agency',
  authorities: [{ clientId: 'farm', roundId: 'round', permissions, hasEnded: true }],
})

const paying = (...ids: string[]) => ids.map(organisationId => ({ organisationId, payment: 100 }))
const receiving = (...ids: string[]) => ids.map(organisationId => ({ organisationId, payment: -100 }))
const behind = (
  organisations: MatchSumParticipants['organisations'],
  ...knownTogether: string[][]
): MatchSumParticipants => ({
  organisations,
  knownTogether,
})
const FOUR_EACH = [...paying('a', 'b', 'c', 'd'), ...receiving('e', 'f', 'g', 'h')]

it('an offer is visible to its owner at any time, and to the operator once the round has closed for bids and offers', () => {
  expect(mayReadFigure('amount', owner, farm, 'OpenForBidsAndOffers')).toBe(true)
  expect(mayReadFigure('amount', anOperator(), farm, 'OpenForBidsAndOffers')).toBe(false)
  expect(mayReadFigure('amount', anOperator(), farm, 'ClosedForBidsAndOffers')).toBe(true)
  expect(mayReadFigure('amount', other, farm, 'Settled')).toBe(false)
})

it('a result is visible to its owner and its agent for offers and bids after acceptance, and to no one else', () => {
  expect(mayReadFigure('itemMoney', owner, farm, 'Matched')).toBe(false)
  expect(mayReadFigure('itemMoney', owner, farm, 'Settled')).toBe(true)
  expect(mayReadFigure('itemMoney', agentWith(['MakeOffersOrBids']), farm, 'Settled')).toBe(true)
  expect(mayReadFigure('itemMoney', agentWith(['RegisterForRound']), farm, 'Settled')).toBe(false)
  expect(mayReadFigure('itemMoney', other, farm, 'Settled')).toBe(false)
  expect(mayReadFigure('itemMoney', anOperator(), farm, 'Matched')).toBe(true)
})

it('a loser sees the amount at which it would have tied if the round allows it, the operator always', () => {
  const round = { status: 'Settled', tellsCriticalAmounts: false } as const
  expect(mayReadCriticalAmount(owner, farm, { ...round, tellsCriticalAmounts: true })).toBe(true)
  expect(mayReadCriticalAmount(owner, farm, round)).toBe(false)
  expect(mayReadCriticalAmount(anOperator(), farm, round)).toBe(true)
  expect(mayReadCriticalAmount(other, farm, { ...round, tellsCriticalAmounts: true })).toBe(false)
})

it('totals of a round are visible once it is settled, and comparisons never', () => {
  expect(mayReadRoundFigure('units', null, 'Matched')).toBe(false)
  expect(mayReadRoundFigure('units', null, 'Settled')).toBe(true)
  expect(mayReadRoundFigure('comparison', owner, 'Settled')).toBe(false)
  expect(mayReadRoundFigure('comparison', anOperator(), 'Matched')).toBe(true)
})

it('a total is visible if two readers together still leave two parties unknown on each side', () => {
  expect(hasEnoughParties(behind(FOUR_EACH))).toBe(true)
  expect(hasEnoughParties(behind(FOUR_EACH.slice(1)))).toBe(false)
  expect(hasEnoughParties(behind(FOUR_EACH.slice(0, -1)))).toBe(false)
  expect(hasEnoughParties(behind([]))).toBe(false)
})

it('organisations whose figures one reader knows count as one party, also through a third', () => {
  expect(hasEnoughParties(behind(FOUR_EACH, ['a', 'b']))).toBe(false)
  const six = [...FOUR_EACH, ...paying('i', 'j')]
  expect(hasEnoughParties(behind(six, ['a', 'b'], ['b', 'c']))).toBe(true)
  expect(hasEnoughParties(behind(six, ['a', 'b'], ['b', 'c'], ['d', 'a']))).toBe(false)
})

it('the operator sees totals of the smallest round; others and the public do not', () => {
  const small = behind([...paying('a'), ...receiving('b')])
  expect(mayReadMatchSum('surplus', anOperator(), 'Matched', small)).toBe(true)
  expect(mayReadMatchSum('totalPaid', owner, 'Settled', small)).toBe(false)
  expect(mayReadMatchSum('surplus', null, 'Settled', small)).toBe(false)
  expect(mayReadMatchSum('surplus', null, 'Settled', behind(FOUR_EACH))).toBe(true)
})
