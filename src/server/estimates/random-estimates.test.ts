import { expect, it } from 'vitest'
import { addDays, type Day } from '@credit-market/values/dates'
import { calculatePriceCells, type SettledPriceRound, type SettledPurchase } from '#domain/prices/price-cells'
import { estimatePrice, type PublishedPrice } from '#domain/prices/price-estimate'
import { pricePerUnit } from '#domain/prices/price'
import { createSeededRandom, type RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { solve } from '@credit-market/matching/solve'

/** 200 rounds every night, 50 for a change. */
const MARKETS = process.env.SOAK_MARKETS ? 40 : 10
const ROUNDS_OF_MARKET = 5
const FIRST_DAY: Day = '2022-06-01'

const HABITAT = {
  creditType: 'Biodiversity',
  module: 'Area',
  broadHabitat: 'Grassland',
  habitatType: null,
  distinctiveness: 'Medium',
} as const
const PLACE = { ncaId: 'N1', lpaId: 'L1', subcatchmentId: null }
const AT = '2026-10-01T09:00:00.000Z'

/** Units as ten-thousandths, and pence for them at a price of about `thousands` pounds a unit times the level. */
const drawAmount = (r: RandomNumberGenerator, [from, to]: readonly [number, number], level: number) => {
  const units = r.whole(20, 120) * 1_000
  return { units, pence: Math.round((units / 10_000) * r.whole(from * 10, to * 10) * 100 * level) * 100 }
}

/** A round of habitat units in one area, in which everyone has one offer or bid: enough parties for prices to be published. */
const drawRound = (roundId: string, r: RandomNumberGenerator, level: number): MatchProblem => ({
  version: 1,
  roundId,
  ampEnd: null,
  reserve: r.chance(0.5) ? { basisPoints: 1_000, appliesTo: 'supply' } : null,
  groups: [],
  projects: Array.from({ length: r.whole(6, 8) }, (_, nth) => {
    const { units, pence } = drawAmount(r, [12, 24], level)
    return {
      id: `P${nth}`,
      name: `Project ${nth}`,
      supplierId: `supplier-${nth}`,
      ...PLACE,
      offer: pence,
      costs: { maintenance: 0, marketOperator: 0, complianceMonitoring: 90_000, performanceMonitoring: 0 },
      services: [{ id: `P${nth}-1`, ...HABITAT, supply: [{ start: '2026-01-01', end: null, units }] }],
      offeredAt: AT,
    }
  }),
  requirements: Array.from({ length: r.whole(6, 10) }, (_, nth) => {
    const { units, pence } = drawAmount(r, [18, 42], level)
    return {
      id: `R${nth}`,
      name: `Requirement ${nth}`,
      buyerId: `buyer-${nth}`,
      kind: 'Buyer',
      ...HABITAT,
      ...PLACE,
      ongoingUnits: units,
      additionalUnits: 0,
      bid: pence,
      bidOngoingOnly: null,
      divisible: r.chance(0.5),
      redemptionDate: '2027-06-01',
      bidAt: AT,
    }
  }),
})

const purchasesOf = (problem: MatchProblem, solution: MatchSolution, roundId: string): SettledPurchase[] => {
  const supplierOf = new Map(problem.projects.map(({ id, supplierId }) => [id, supplierId]))
  const needs = new Map(problem.requirements.map(need => [need.id, need]))
  return solution.requirements
    .filter(({ won }) => won)
    .map(({ id, organisationId, ongoingUnits, additionalUnits, payment }) => {
      const { creditType, lpaId, subcatchmentId } = needs.get(id)!
      return {
        roundId,
        creditType,
        areaId: subcatchmentId ?? lpaId,
        buyerId: organisationId,
        supplierIds: solution.flows.flatMap(flow =>
          flow.requirementId === id ? [supplierOf.get(flow.projectId)!] : [],
        ),
        units: ongoingUnits + additionalUnits,
        payment,
      }
    })
}

/** Rounds of one market, about a year apart, whose level of prices drifts. */
const settleMarket = async (seed: number) => {
  const r = createSeededRandom(seed)
  let level = 1
  let day = FIRST_DAY
  const rounds: { round: SettledPriceRound; settledOn: Day; purchases: SettledPurchase[] }[] = []
  for (let nth = 0; nth < ROUNDS_OF_MARKET; nth += 1) {
    const id = `market-${seed}-${nth}`
    const problem = drawRound(id, r, level)
    const solution = await solve(problem)
    const purchases = purchasesOf(problem, solution, id)
    const { organisations } = solution
    rounds.push({
      round: {
        id,
        marketId: `market-${seed}`,
        year: Number(day.slice(0, 4)),
        knownTogether: [],
        organisations,
      },
      settledOn: day,
      purchases,
    })
    level *= Math.exp((r.next() - 0.5) * 0.7)
    day = addDays(day, r.whole(200, 500))
  }
  return rounds
}

it('estimates hold the price paid in 8 of 10 of the purchases of generated rounds', async () => {
  let [held, estimated, rounds] = [0, 0, 0]
  for (let seed = 1; seed <= MARKETS; seed += 1) {
    const settled = await settleMarket(seed)
    const cells = calculatePriceCells(
      settled.map(({ round }) => round),
      settled.flatMap(({ purchases }) => purchases),
    )
    const prices = cells.flatMap((cell): PublishedPrice[] => {
      const its = settled.find(({ round }) => round.id === cell.roundId)
      return its && cell.prices
        ? [
            {
              ...cell,
              ...cell.prices,
              roundId: its.round.id,
              marketId: its.round.marketId,
              settledOn: its.settledOn,
            },
          ]
        : []
    })
    for (const { round, settledOn, purchases } of settled) {
      rounds += 1
      for (const purchase of purchases) {
        const place = { areaIds: [purchase.areaId ?? ''], marketIds: [round.marketId] }
        const estimate = estimatePrice(prices, purchase.creditType, place, addDays(settledOn, -1))
        const price = pricePerUnit(purchase.payment, [purchase])
        if (!estimate || typeof price !== 'number') continue
        estimated += 1
        if (estimate.low <= price && price <= estimate.high) held += 1
      }
    }
  }
  expect(rounds).toBe(MARKETS * ROUNDS_OF_MARKET)
  expect(estimated).toBeGreaterThan(4 * rounds)
  expect(held / estimated).toBeGreaterThanOrEqual(0.8)
})
