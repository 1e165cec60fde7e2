import { describe, expect, it } from 'vitest'
import { boundaryDays, expectedOn, flowing, supplied, winning } from '#test/builders/expected-figures'
import { randomSettlement, type SettledMarket, someTimeLater } from '#test/builders/random-settlement'
import { type Holding, HOLDINGS, holdingOf, unitsOn } from '#domain/balance'
import { CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import { addDays, type Day } from '#domain/dates'
import { partsOf } from '#domain/parts'
import { supplyOf } from '#domain/service'
import { unitsOf } from '#domain/units'
import { random } from '#matching/pricing/random'
import type { BalanceOfType } from '#contract/balance'
import { heldByParts, reserveIn, sheetOf } from './balance.ts'
import { totalsOf } from './matched.ts'

const MARKETS = 500
const BATCH = 100
const RANDOM_DAYS = 20

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Every boundary day, the day before each, and so many others. */
const daysOf = (market: SettledMarket, seed: number): Day[] => {
  const r = random(seed)
  return [
    ...boundaryDays(market).flatMap(day => [addDays(day, -1), day]),
    ...Array.from({ length: RANDOM_DAYS }, () => addDays('2025-06-01', r.whole(0, 4_500))),
  ]
}

/** A line of a sheet in ten-thousandths; the total last. */
const inLine = (line: Record<Holding | 'total', number> | undefined): number[] =>
  [...HOLDINGS, 'total' as const].map(holding => unitsOf(line?.[holding] ?? 0))

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
  it.each(batches)('agree with its offers and flows on every day in its review, from seed %i', first => {
    let flows = 0
    for (let seed = first; seed < first + BATCH; seed += 1) {
      const market = randomSettlement(seed)
      flows += market.solution.flows.length
      const held = heldByParts(partsOf(market))
      const told = daysOf(market, seed).map(day => {
        const sheet = sheetOf(held, day)
        const reserve = reserveIn(held, day)
        const totals = totalsOf(market.problem, held, day)
        return CREDIT_TYPES.map(creditType => {
          const its = ofType(totals, creditType)
          return [
            day,
            inLine(ofType(sheet.types, creditType)?.onDay),
            inLine(on(day, ofType(sheet.types, creditType))),
            unitsOf(ofType(reserve, creditType)?.units ?? 0),
            [its?.sold, its?.reserved, its?.supplied].map(units => unitsOf(units ?? 0)),
          ]
        })
      })
      const expected = daysOf(market, seed).map(day => {
        const lines = expectedOn(market, day)
        return CREDIT_TYPES.map(creditType => {
          const offered = market.services.filter(({ type }) => type === creditType)
          const line = lines[creditType]
          return [
            day,
            expectedLine(line),
            expectedLine(line),
            line.reserve,
            [line.rightsCreated, line.reserve, sum(offered.map(one => supplied(market, one, day)))],
          ]
        })
      })
      expect(told, `seed ${seed}`).toEqual(expected)
    }
    expect(flows).toBeGreaterThan(BATCH)
  })

  it.each(batches)('agree with them in its credits too, whatever became of these, from seed %i', first => {
    for (let seed = first; seed < first + BATCH; seed += 1) {
      const market = someTimeLater(randomSettlement(seed), seed)
      const { credits, requirements } = market
      const told = daysOf(market, seed).map(day => [
        winning(market).map(service => {
          const its = credits.filter(({ serviceId }) => serviceId === service.id)
          const lines = HOLDINGS.map(holding =>
            sum(its.filter(one => holdingOf(one) === holding).map(credit => unitsOn(credit, day))),
          )
          const unitsPerPeriod = supplyOf(service, market.round.biodiversitySupply)
          return [...lines, unitsOn({ unitsPerPeriod }, day)]
        }),
        requirements.map(({ id }) =>
          sum(credits.filter(one => one.requirementId === id).map(credit => unitsOn(credit, day))),
        ),
      ])
      const expected = daysOf(market, seed).map(day => [
        winning(market).map(service => expectedLine(expectedOn(market, day, [service])[service.type])),
        requirements.map(({ id }) => flowing(market, day, flow => flow.requirementId === id)),
      ])
      expect(told, `seed ${seed}`).toEqual(expected)
    }
  })

  it('are told in periods in order and without gaps, each different from the one before', () => {
    for (let seed = 0; seed < BATCH; seed += 1)
      for (const { periods } of sheetOf(heldByParts(partsOf(randomSettlement(seed))), '2026-11-22').types) {
        expect(periods.map(({ end }) => end).slice(0, -1)).toEqual(periods.slice(1).map(({ start }) => start))
        const lines = periods.map(inLine)
        for (const [at, line] of lines.entries()) expect(line).not.toEqual(lines[at - 1])
        expect(sum(lines.at(-1)!)).toBeGreaterThan(0)
      }
  })
})
