import { createSeededRandom } from '@credit-market/matching/pricing/random'
import type { Day } from '@credit-market/values/dates'
import { divideByLargestRemainder } from '#domain/money/divide'
import { DEFAULT_LATE_PAYMENT_TERMS } from '#domain/money/late-payment'
import { createRandomSettlement, type SettledMarket } from '../builders/random-settlement.ts'
import { sampleRow } from '../http/world.ts'

/** Day on which every drawn round is settled. */
const SETTLED_ON: Day = '2026-02-02'

const SUPPLIERS = ['farm', 'estate', 'moor'] as const
const BUYERS = ['builder', 'estate'] as const

/** Everyone who offers or bids in a drawn round. */
export const PARTIES = ['farm', 'estate', 'moor', 'builder'] as const

/** Markets with either seller and two treatments of VAT, of which one charges interest. */
const MARKETS = [
  { id: 'levels', sellsAs: 'agent', unitsVat: 'standard', interest: false },
  { id: 'moors', sellsAs: 'principal', unitsVat: 'standard', interest: true },
  { id: 'downs', sellsAs: 'agent', unitsVat: 'exempt', interest: false },
] as const

/** Rows of those markets but the first, of the report of a check, of a second person of the market operator, and of a supplier who has not agreed to self-billing. */
export const drawnMarketRows = () => [
  sampleRow('filedDocument', { id: 'document', uploadedBy: 'olga' }),
  sampleRow('user', {
    ...{ id: 'otto', username: 'otto', email: 'otto@x.example', groups: ['admin'] },
    organisationId: 'operator',
  }),
  ...MARKETS.slice(1).map(({ id, sellsAs, unitsVat, interest }) =>
    sampleRow('market', {
      ...{ id, name: id, sellsAs, unitsVat },
      latePayment: { ...DEFAULT_LATE_PAYMENT_TERMS, interest },
    }),
  ),
  sampleRow('organisation', {
    ...{
      id: 'moor',
      name: 'The moor',
      type: 'PARTICIPANT',
      csvId: null,
      lpaId: null,
      selfBillingSince: null,
    },
  }),
]

/** A settled round of which the payments add up, with the owners of its offers and bids. */
export interface DrawnRound {
  market: SettledMarket
  owners: ReadonlyMap<string, string>
}

/**
 * Draws a settled round: a small one of `createRandomSettlement`, with costs and payments that add up to zero, of up to three suppliers
 * and two buyers, one of whom is both. The same seed gives the same round.
 */
export const drawSettledRound = (seed: number): DrawnRound => {
  const r = createSeededRandom(seed)
  const drawn = createRandomSettlement(seed, { marketId: r.pick(MARKETS).id })
  const { problem, solution } = drawn
  const buyers = solution.requirements.filter(({ won }) => won)
  // Without a buyer no one pays, so no one wins.
  const wins = new Set(buyers.length === 0 ? [] : solution.projects.filter(one => one.won).map(one => one.id))
  const owners = new Map<string, string>([
    ...problem.projects.map(({ id }) => [id, r.pick(SUPPLIERS)] as const),
    ...problem.requirements.map(({ id }) => [id, r.pick(BUYERS)] as const),
  ])
  const projects = problem.projects.map(one => {
    const some = () => (r.chance(0.15) ? 0 : r.whole(1, 900_000))
    const costs = {
      ...{ maintenance: some(), marketOperator: some() },
      ...{ complianceMonitoring: some(), performanceMonitoring: some() },
    }
    return { ...one, costs, offer: r.whole(1, 9_000_000) }
  })
  const askOf = (id: string): number => {
    const { offer, costs } = projects.find(one => one.id === id)!
    return Object.values(costs).reduce((sum, cost) => sum + cost, offer)
  }
  const total = [...wins].reduce((sum, id) => sum + askOf(id), 0)
  const isSold = wins.size > 0
  const paid = isSold
    ? divideByLargestRemainder(
        total,
        buyers.map(() => r.whole(1, 1_000)),
      )
    : []
  const paymentOf = new Map(buyers.map(({ id }, at) => [id, paid[at] ?? 0]))
  const owner = (id: string): string => owners.get(id)!
  const settled: SettledMarket['solution'] = {
    ...solution,
    projects: solution.projects.map(one => {
      const won = wins.has(one.id)
      const ask = won ? askOf(one.id) : 0
      return { ...one, won, organisationId: owner(one.id), value: ask, share: 0, payment: 0 - ask }
    }),
    requirements: solution.requirements.map(one => {
      const payment = paymentOf.get(one.id) ?? 0
      return { ...one, won: one.won && isSold, organisationId: owner(one.id), value: payment, payment }
    }),
  }
  const items = [...settled.projects, ...settled.requirements]
  const organisations = PARTIES.filter(id => items.some(one => one.organisationId === id)).map(id => {
    const payment = items.reduce((sum, one) => (one.organisationId === id ? sum + one.payment : sum), 0)
    return { organisationId: id, value: payment, share: 0, payment, halfWidth: 0 }
  })
  return {
    owners,
    market: {
      ...drawn,
      round: { ...drawn.round, settledAt: `${SETTLED_ON}T09:00:00.000Z` },
      projects: drawn.projects.map(one => ({
        ...one,
        costs: projects.find(({ id }) => id === one.id)!.costs,
        offer: projects.find(({ id }) => id === one.id)!.offer,
      })),
      problem: { ...problem, projects },
      solution: { ...settled, organisations },
    },
  }
}
