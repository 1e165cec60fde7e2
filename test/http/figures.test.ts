import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import {
  listBoundaryDays,
  expectedHoldings,
  unitsFlowingOnDate,
  listWinningServices,
} from '../builders/expected-figures.ts'
import { createRandomSettlement, type SettledMarket, ageSettlement } from '../builders/random-settlement.ts'
import type { BalanceOfType, BalanceSheet, ProjectBalance, Quantity } from '#contract/kit/balance'
import type { CreditRow, SoldTotal } from '#contract/credit/credit'
import type { MatchReview } from '#contract/round/match'
import type { ProjectRow } from '#contract/project/project'
import type { SupplyItem } from '#contract/requirement/requirement'
import type { RoundView } from '#contract/round/round'
import { type Holding, HOLDINGS } from '#domain/credit/balance'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { addDays, type Day } from '@credit-market/values/dates'
import { toUnits } from '@credit-market/values/units'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { storeSettlements } from './stored-settlements.ts'
import { startWorld, type World } from './world.ts'

/** The everyday run checks some settled markets; SOAK_FIGURES sets the number for a long run, in hundreds. */
const MARKETS = Number(process.env.SOAK_FIGURES) || 100
const BATCH = 100

const markets = Array.from({ length: MARKETS }, (_, seed) =>
  ageSettlement(createRandomSettlement(seed, { marketId: 'levels' }), seed),
)

let world: World
beforeAll(async () => {
  world = await startWorld()
  await storeSettlements(world, markets)
  await sql`analyze`.execute(world.store.db)
})
afterAll(() => world.close())

const read = async <T>(url: string, who: string | null = 'olga'): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, `${url} ${answer.body}`).toBe(200)
  return answer.json<T>()
}
const itemsOf = async <T>(url: string, who: string | null = 'olga') =>
  (await read<{ items: T[] }>(url, who)).items

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const ofType = <T extends { creditType: CreditType }>(list: readonly T[], creditType: CreditType) =>
  list.find(one => one.creditType === creditType)
const isOn = (day: Day) => (period: { start: Day; end: Day | null }) =>
  period.start <= day && (period.end === null || day < period.end)

const inLine = (line: Record<Holding | 'total', number> | undefined): number[] =>
  [...HOLDINGS, 'total' as const].map(holding => toUnits(line?.[holding] ?? 0))
const expectedLine = (units: Record<Holding, number>): number[] => [
  ...HOLDINGS.map(holding => units[holding]),
  sum(Object.values(units)),
]
const linesOf = (sheet: { types: BalanceOfType[] }) =>
  CREDIT_TYPES.map(creditType => inLine(ofType(sheet.types, creditType)?.onDay))
const unitsIn = (quantities: readonly Quantity[]) =>
  CREDIT_TYPES.map(creditType => toUnits(ofType(quantities, creditType)?.units ?? 0))

const addedUp = (rows: readonly CreditRow[]) =>
  CREDIT_TYPES.map(creditType => {
    const its = rows.filter(row => row.creditType === creditType)
    const lines = HOLDINGS.map(holding =>
      sum(its.filter(row => row.holding === holding).map(row => toUnits(row.units))),
    )
    return [...lines, sum(its.map(row => toUnits(row.units)))]
  })

const batches = Array.from({ length: MARKETS / BATCH }, (_, at) => at * BATCH)
const eachMarket = async (
  first: number,
  check: (market: SettledMarket, day: Day, seed: number) => Promise<void>,
) => {
  for (let seed = first; seed < first + BATCH; seed += 1) {
    const market = markets[seed]!
    const day = createSeededRandom(seed).pick([...listBoundaryDays(market), addDays('2025-06-01', seed * 9)])
    await check(market, day, seed)
  }
}

describe('the figures of settled rounds', () => {
  it.each(batches)('agree between balance sheets and offers and flows at every time, from round %i', first =>
    eachMarket(first, async (market, day, seed) => {
      const its = `marketRoundId=${market.round.id}&on=${day}`
      const sheet = await read<BalanceSheet>(`/api/credits/balance?registry=true&${its}`)
      const days = listBoundaryDays(market).flatMap(one => [addDays(one, -1), one])
      for (const one of days) {
        const expected = expectedHoldings(market, one)
        expect(
          CREDIT_TYPES.map(creditType => inLine(ofType(sheet.types, creditType)?.periods.find(isOn(one)))),
          `${its} for ${one}`,
        ).toEqual(CREDIT_TYPES.map(creditType => expectedLine(expected[creditType])))
      }
      const lines = CREDIT_TYPES.map(creditType => expectedLine(expectedHoldings(market, day)[creditType]))
      expect(linesOf(sheet), its).toEqual(lines)
      expect(await read(`/api/public/registry/balance?${its}`, null)).toEqual(sheet)
      const rows = await itemsOf<CreditRow>(`/api/credits?registry=true&limit=200&${its}`)
      expect(addedUp(rows), its).toEqual(lines)
      const holding = HOLDINGS[seed % HOLDINGS.length]!
      expect(await itemsOf(`/api/credits?registry=true&limit=200&holding=${holding}&${its}`)).toEqual(
        rows.filter(row => row.holding === holding),
      )
    }),
  )

  it.each(batches)('agree in review, round, reserve and requirements, from round %i', first =>
    eachMarket(first, async (market, day) => {
      const { id } = market.round
      const expected = expectedHoldings(market, day)
      const its = `marketRoundId=${id}&on=${day}`
      const review = await read<MatchReview>(`/api/round/${id}/match-review?on=${day}`)
      expect(linesOf(review.balance), its).toEqual(
        CREDIT_TYPES.map(creditType => expectedLine(expected[creditType])),
      )
      const kept = CREDIT_TYPES.map(creditType => expected[creditType].reserve)
      expect(unitsIn(review.reserve?.byCreditType ?? []), its).toEqual(kept)
      expect(
        CREDIT_TYPES.map(creditType => toUnits(ofType(review.match.totals, creditType)?.reserved ?? 0)),
        its,
      ).toEqual(kept)
      const round = await read<RoundView>(`/api/round/${id}?on=${day}`)
      expect(unitsIn(round.reserve?.kept ?? []), its).toEqual(kept)
      const reserve = await read<BalanceSheet>(`/api/reserved-credits/balance?${its}`)
      expect(
        CREDIT_TYPES.map(creditType => toUnits(ofType(reserve.types, creditType)?.onDay.reserve ?? 0)),
        its,
      ).toEqual(kept)
      const sold = CREDIT_TYPES.map(creditType => {
        const needs = market.problem.requirements.filter(one => one.creditType === creditType)
        return unitsFlowingOnDate(market, day, flow => needs.some(need => need.id === flow.requirementId))
      })
      expect(
        CREDIT_TYPES.map(creditType => toUnits(ofType(review.match.totals, creditType)?.sold ?? 0)),
        its,
      ).toEqual(sold)
      const totals = await read<SoldTotal[]>(`/api/requirements?registry=true&format=totals&${its}`)
      expect(
        CREDIT_TYPES.map(creditType => toUnits(ofType(totals, creditType)?.sold ?? 0)),
        its,
      ).toEqual(sold)
      const need = market.requirements[0]!
      const supply = await itemsOf<SupplyItem>(`/api/requirement/${need.id}/supply?on=${day}`)
      expect(sum(supply.map(({ units }) => toUnits(units))), its).toBe(
        unitsFlowingOnDate(market, day, flow => flow.requirementId === need.id),
      )
    }),
  )

  it.each(batches)('agree between project lists, balance sheets and public figures, from round %i', first =>
    eachMarket(first, async (market, day, seed) => {
      const its = `marketRoundId=${market.round.id}&on=${day}`
      const rows = await itemsOf<ProjectRow>(`/api/projects?registry=true&${its}`)
      expect(await itemsOf<ProjectRow>(`/api/public/registry/projects?${its}`, null)).toMatchObject(
        rows.map(({ id, credits }) => ({ id, credits })),
      )
      // One of them is checked more closely: the first, second or third in turn.
      for (const { id, credits } of rows.slice(seed % 3, (seed % 3) + 1)) {
        const services = listWinningServices(market).filter(({ projectId }) => projectId === id)
        const lines = expectedHoldings(market, day, services)
        const balance = await read<ProjectBalance>(`/api/project/${id}/balance?on=${day}`)
        expect(linesOf(balance), its).toEqual(CREDIT_TYPES.map(creditType => expectedLine(lines[creditType])))
        expect(unitsIn(credits), its).toEqual(
          CREDIT_TYPES.map(creditType => sum(Object.values(lines[creditType]))),
        )
        for (const service of balance.services)
          expect(inLine(service.onDay), its).toEqual(
            expectedLine(
              expectedHoldings(
                market,
                day,
                services.filter(one => one.id === service.id),
              )[service.creditType],
            ),
          )
        expect(await read(`/api/public/registry/projects/${id}/balance?on=${day}`, null)).toEqual(balance)
      }
    }),
  )

  it('order lists by the units of the chosen date', async () => {
    for (const day of ['2027-07-01', '2040-01-01'])
      for (const sort of ['units', '-units']) {
        const rows: CreditRow[] = []
        let page = `/api/credits?limit=200&sort=${sort}&on=${day}`
        for (;;) {
          const { items, next } = await read<{ items: CreditRow[]; next: string | null }>(page)
          rows.push(...items)
          if (next === null) break
          page = `/api/credits?limit=200&sort=${sort}&on=${day}&cursor=${encodeURIComponent(next)}`
        }
        const units = rows.map(row => row.units)
        expect(units).toEqual(units.toSorted((a, b) => (sort === 'units' ? a - b : b - a)))
        expect(new Set(rows.map(({ id }) => id)).size).toBe(
          (await read<{ total: number }>(`/api/credits?limit=1`)).total,
        )
      }
  })
})
