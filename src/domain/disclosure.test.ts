import { expect, it } from 'vitest'
import { anActor, anOperator } from '#test/builders/market'
import type { Actor } from './actor.ts'
import {
  mayKnow,
  mayKnowCritical,
  mayKnowOfRound,
  mayKnowSum,
  standsApart,
  type Behind,
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
const behind = (organisations: Behind['organisations'], ...knownTogether: string[][]): Behind => ({
  organisations,
  knownTogether,
})
const FOUR_EACH = [...paying('a', 'b', 'c', 'd'), ...receiving('e', 'f', 'g', 'h')]

it('an offer is its owner’s at any time, and the operator’s once the round has closed for bids and offers', () => {
  expect(mayKnow('amount', owner, farm, 'OpenForBidsAndOffers')).toBe(true)
  expect(mayKnow('amount', anOperator(), farm, 'OpenForBidsAndOffers')).toBe(false)
  expect(mayKnow('amount', anOperator(), farm, 'ClosedForBidsAndOffers')).toBe(true)
  expect(mayKnow('amount', other, farm, 'Settled')).toBe(false)
})

it('a result is told to its owner and its agent for offers and bids after acceptance, to nobody else', () => {
  expect(mayKnow('itemMoney', owner, farm, 'Matched')).toBe(false)
  expect(mayKnow('itemMoney', owner, farm, 'Settled')).toBe(true)
  expect(mayKnow('itemMoney', agentWith(['MakeOffersOrBids']), farm, 'Settled')).toBe(true)
  expect(mayKnow('itemMoney', agentWith(['RegisterForRound']), farm, 'Settled')).toBe(false)
  expect(mayKnow('itemMoney', other, farm, 'Settled')).toBe(false)
  expect(mayKnow('itemMoney', anOperator(), farm, 'Matched')).toBe(true)
})

it('a loser is told the amount at which it would have tied where the round says so, the operator always', () => {
  const round = { status: 'Settled', tellsCriticalAmounts: false } as const
  expect(mayKnowCritical(owner, farm, { ...round, tellsCriticalAmounts: true })).toBe(true)
  expect(mayKnowCritical(owner, farm, round)).toBe(false)
  expect(mayKnowCritical(anOperator(), farm, round)).toBe(true)
  expect(mayKnowCritical(other, farm, { ...round, tellsCriticalAmounts: true })).toBe(false)
})

it('what is told of a round as a whole is told once it is settled, and comparisons never', () => {
  expect(mayKnowOfRound('units', null, 'Matched')).toBe(false)
  expect(mayKnowOfRound('units', null, 'Settled')).toBe(true)
  expect(mayKnowOfRound('comparison', owner, 'Settled')).toBe(false)
  expect(mayKnowOfRound('comparison', anOperator(), 'Matched')).toBe(true)
})

it('a sum is told where two readers together leave two parties unknown on each side', () => {
  expect(standsApart(behind(FOUR_EACH))).toBe(true)
  expect(standsApart(behind(FOUR_EACH.slice(1)))).toBe(false)
  expect(standsApart(behind(FOUR_EACH.slice(0, -1)))).toBe(false)
  expect(standsApart(behind([]))).toBe(false)
})

it('organisations whose figures one reader knows are one party, also by way of a third', () => {
  expect(standsApart(behind(FOUR_EACH, ['a', 'b']))).toBe(false)
  const six = [...FOUR_EACH, ...paying('i', 'j')]
  expect(standsApart(behind(six, ['a', 'b'], ['b', 'c']))).toBe(true)
  expect(standsApart(behind(six, ['a', 'b'], ['b', 'c'], ['d', 'a']))).toBe(false)
})

it('the operator is told sums of the smallest round; others and the public are not', () => {
  const small = behind([...paying('a'), ...receiving('b')])
  expect(mayKnowSum('surplus', anOperator(), 'Matched', small)).toBe(true)
  expect(mayKnowSum('totalPaid', owner, 'Settled', small)).toBe(false)
  expect(mayKnowSum('surplus', null, 'Settled', small)).toBe(false)
  expect(mayKnowSum('surplus', null, 'Settled', behind(FOUR_EACH))).toBe(true)
})
