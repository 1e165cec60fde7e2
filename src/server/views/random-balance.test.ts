import { describe, expect, it } from 'vitest'
import {
  listBoundaryDays,
  expectedHoldings,
  unitsFlowingOnDate,
  unitsSuppliedOnDate,
  listWinningServices,
} from '#test/builders/expected-figures'
import { createRandomSettlement, type SettledMarket, ageSettlement } from '#test/builders/random-settlement'
import { type Holding, HOLDINGS, holdingOf, unitsOnDate } from '#domain/credit/balance'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { addDays, type Day } from '@credit-market/values/dates'
import { splitServices } from '#domain/match/parts'
import { supplyOf } from '#domain/project/service'
import { toUnits } from '@credit-market/values/units'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import type { BalanceOfType } from '#contract/kit/balance'
import { certifiedUnitsOfMatchParts, unitsInReserve, buildBalanceSheet } from './listing/balance.ts'
import { sumMatchTotalsByType } from '../matches/matched.ts'

const MARKETS = 500
const BATCH = 100
const RANDOM_DAYS = 20

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Every boundary date, the day before each, and a fixed number of random dates. */
const daysOf = (market: SettledMarket, seed: number): Day[] => {
  const r = createSeededRandom(seed)
  return [
    ...listBoundaryDays(market).flatMap(day => [addDays(day, -1), day]),
    ...Array.from({ length: RANDOM_DAYS }, () => addDays('2025-06-01', r.whole(0, 4_500))),
  ]
}

/** A line of a sheet in ten-thousandths of a unit; the total last. */
const inLine = (line: Record<Holding | 'total', number> | undefined): number[] =>
  [...HOLDINGS, 'total' as const].map(holding => toUnits(line?.[holding] ?? 0))

const expectedLine = (units: Record<Holding, number>): number[] => [
  ...HOLDINGS.map(holding => units[holding]),
  sum(Object.values(units)),
]

const on = (day: Day, { periods = [] }: Partial<BalanceOfType> = {}) =>
  periods.find(({ start, end }) => start <= day && (end === null || day < end))

const ofType = <T extends { creditType: CreditType }>(list: readonly T[], creditType: CreditType) =>
  list.find(one => one.creditType === creditType)

const batches = Array.from({ length: MARKETS / BATCH }, (_, at) => at * BATCH)

describe('the figures of a settled market', () => {
  it.each(batches)('match its offers and flows on every day of its review, from seed %i', first => {
    let flows = 0
    for (let seed = first; seed < first + BATCH; seed += 1) {
      const market = createRandomSettlement(seed)
      flows += market.solution.flows.length
      const held = certifiedUnitsOfMatchParts(splitServices(market))
      const told = daysOf(market, seed).map(day => {
        const sheet = buildBalanceSheet(held, day)
        const reserve = unitsInReserve(held, day)
        const totals = sumMatchTotalsByType(market.problem, held, day)
        return CREDIT_TYPES.map(creditType => {
          const its = ofType(totals, creditType)
          return [
            day,
            inLine(ofType(sheet.types, creditType)?.onDay),
            inLine(on(day, ofType(sheet.types, creditType))),
            toUnits(ofType(reserve, creditType)?.units ?? 0),
            [its?.sold, its?.reserved, its?.supplied].map(units => toUnits(units ?? 0)),
          ]
        })
      })
      const expected = daysOf(market, seed).map(day => {
        const lines = expectedHoldings(market, day)
        return CREDIT_TYPES.map(creditType => {
          const offered = market.services.filter(({ type }) => type === creditType)
          const line = lines[creditType]
          return [
            day,
            expectedLine(line),
            expectedLine(line),
            line.reserve,
            [
              line.rightsCreated,
              line.reserve,
              sum(offered.map(one => unitsSuppliedOnDate(market, one, day))),
            ],
          ]
        })
      })
      expect(told, `seed ${seed}`).toEqual(expected)
    }
    expect(flows).toBeGreaterThan(BATCH)
  })

  it.each(batches)('match its credits too, whatever happened to these, from seed %i', first => {
    for (let seed = first; seed < first + BATCH; seed += 1) {
      const market = ageSettlement(createRandomSettlement(seed), seed)
      const { credits, requirements } = market
      const told = daysOf(market, seed).map(day => [
        listWinningServices(market).map(service => {
          const its = credits.filter(({ serviceId }) => serviceId === service.id)
          const lines = HOLDINGS.map(holding =>
            sum(its.filter(one => holdingOf(one) === holding).map(credit => unitsOnDate(credit, day))),
          )
          const unitsPerPeriod = supplyOf(service, market.round.biodiversitySupply)
          return [...lines, unitsOnDate({ unitsPerPeriod }, day)]
        }),
        requirements.map(({ id }) =>
          sum(credits.filter(one => one.requirementId === id).map(credit => unitsOnDate(credit, day))),
        ),
      ])
      const expected = daysOf(market, seed).map(day => [
        listWinningServices(market).map(service =>
          expectedLine(expectedHoldings(market, day, [service])[service.type]),
        ),
        requirements.map(({ id }) => unitsFlowingOnDate(market, day, flow => flow.requirementId === id)),
      ])
      expect(told, `seed ${seed}`).toEqual(expected)
    }
  })

  it('are listed in consecutive periods without gaps, each different from the one before', () => {
    for (let seed = 0; seed < BATCH; seed += 1)
      for (const { periods } of buildBalanceSheet(
        certifiedUnitsOfMatchParts(splitServices(createRandomSettlement(seed))),
        '2026-11-22',
      ).types) {
        expect(periods.map(({ end }) => end).slice(0, -1)).toEqual(periods.slice(1).map(({ start }) => start))
        const lines = periods.map(inLine)
        for (const [at, line] of lines.entries()) expect(line).not.toEqual(lines[at - 1])
        expect(sum(lines.at(-1)!)).toBeGreaterThan(0)
      }
  })
})
