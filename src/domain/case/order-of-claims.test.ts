import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOLDINGS, type Holding } from '../credit/balance.ts'
import {
  findFailedUnits,
  type Claim,
  type FailedUnits,
  ORDER_OF_CLAIMS,
  shareShortfall,
} from './order-of-claims.ts'

const DAYS = ['2027-01-01', '2028-01-01', '2029-01-01', '2030-01-01'] as const
const SETTLED = ['2026-05-01T09:00:00.000Z', '2026-11-01T09:00:00.000Z'] as const

const claim = (creditId: string, holding: Holding, units: number, first = 1): Claim => ({
  creditId,
  holding,
  settledAt: SETTLED[0],
  unitsPerPeriod: [{ start: DAYS[0], end: null, units, first }],
})
const failedBy = (rows: readonly FailedUnits[]) =>
  Object.fromEntries(rows.map(({ creditId, firstUnit, lastUnit }) => [creditId, lastUnit - firstUnit + 1]))

describe('the order of claims', () => {
  it('names every holding once', () => {
    expect(ORDER_OF_CLAIMS.flat().toSorted()).toEqual([...HOLDINGS].toSorted())
  })

  it('serves used units first and unsold ones last', () => {
    const claims = [
      claim('unsold', 'unsold', 10, 51),
      claim('reserve', 'reserve', 10, 41),
      claim('created', 'rightsCreated', 10, 31),
      claim('allocated', 'rightsAllocated', 10, 21),
      claim('issued', 'issued', 10, 11),
      claim('redeemed', 'redeemed', 10, 1),
    ]
    expect(failedBy(findFailedUnits(claims, 35, DAYS[0]))).toEqual({ unsold: 10, reserve: 10, created: 5 })
    expect(failedBy(findFailedUnits(claims, 0, DAYS[0]))).toEqual(
      Object.fromEntries(claims.map(({ creditId }) => [creditId, 10])),
    )
    expect(findFailedUnits(claims, 60, DAYS[0])).toEqual([])
  })

  it('serves an earlier settlement before a later one of the same rank', () => {
    const later = { ...claim('later', 'issued', 10, 1), settledAt: SETTLED[1] }
    expect(failedBy(findFailedUnits([later, claim('earlier', 'issued', 10, 11)], 12, DAYS[0]))).toEqual({
      later: 8,
    })
  })

  it('takes the units with the highest numbers, from the day on', () => {
    expect(findFailedUnits([claim('one', 'issued', 10, 7)], 4, DAYS[2])).toEqual([
      { creditId: 'one', firstUnit: 11, lastUnit: 16, startDay: DAYS[2], endDay: null },
    ])
  })

  it('lets units that failed earlier claim nothing', () => {
    const claims = [claim('one', 'issued', 10)]
    const earlier = findFailedUnits(claims, 6, DAYS[1])
    expect(findFailedUnits(claims, 6, DAYS[1], earlier)).toEqual([])
    expect(findFailedUnits(claims, 2, DAYS[2], earlier)).toEqual([
      { creditId: 'one', firstUnit: 3, lastUnit: 6, startDay: DAYS[2], endDay: null },
    ])
  })
})

it('shares a shortfall by largest remainder, the earlier claim first', () => {
  expect(shareShortfall([1, 1, 1], 1)).toEqual([1, 0, 0])
  expect(shareShortfall([10, 20, 30], 7)).toEqual([1, 2, 4])
  expect(shareShortfall([5, 5], 5)).toEqual([3, 2])
})

const claimOf = (at: number) =>
  fc
    .record({
      holding: fc.constantFrom(...HOLDINGS),
      settledAt: fc.constantFrom(...SETTLED),
      units: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 }),
    })
    .map(({ holding, settledAt, units }) => ({ creditId: `credit-${at}`, holding, settledAt, units }))
const drawn = fc
  .integer({ min: 1, max: 5 })
  .chain(count => fc.tuple(...Array.from({ length: count }, (_, at) => claimOf(at))))
  .map(all =>
    all.map(({ units, ...rest }, at): Claim => ({
      ...rest,
      unitsPerPeriod: [0, 1, 2]
        .map(period => ({
          start: DAYS[period]!,
          end: DAYS[period + 1]!,
          units: units[period]!,
          first: 1 + all.slice(0, at).reduce((sum, one) => sum + one.units[period]!, 0),
        }))
        .filter(period => period.units > 0),
    })),
  )

/** Units of each claim that fail on a day: serves rank after rank, and lets equal claims lose the same fraction. */
const lostByFraction = (claims: readonly Claim[], left: number, day: string): Map<string, number> => {
  const held = claims.flatMap(one =>
    one.unitsPerPeriod
      .filter(({ start, end }) => start <= day && (end === null || day < end))
      .map(({ units }) => ({ ...one, units })),
  )
  const failed = new Map<string, number>()
  let rest = left
  for (const holdings of ORDER_OF_CLAIMS)
    for (const settledAt of SETTLED) {
      const equals = held.filter(one => holdings.includes(one.holding) && one.settledAt === settledAt)
      const total = equals.reduce((sum, { units }) => sum + units, 0)
      const short = Math.max(0, total - rest)
      rest = Math.max(0, rest - total)
      for (const { creditId, units } of equals)
        failed.set(creditId, total === 0 ? 0 : (units * short) / total)
    }
  return failed
}

describe('drawn failures', () => {
  const cases = fc.tuple(drawn, fc.integer({ min: 0, max: 40 }), fc.constantFrom(...DAYS.slice(0, 3)))
  const unitsOn = (rows: readonly FailedUnits[], day: string, creditId?: string) =>
    rows
      .filter(
        one =>
          one.startDay <= day &&
          (one.endDay === null || day < one.endDay) &&
          (creditId === undefined || one.creditId === creditId),
      )
      .reduce((sum, { firstUnit, lastUnit }) => sum + lastUnit - firstUnit + 1, 0)

  it('are what serving the claims one after the other leaves, within one ten-thousandth, on every day', () => {
    fc.assert(
      fc.property(cases, ([claims, left, from]) => {
        const rows = findFailedUnits(claims, left, from)
        for (const day of DAYS.slice(0, 3)) {
          const expected = day < from ? new Map<string, number>() : lostByFraction(claims, left, day)
          const short = [...expected.values()].reduce((sum, units) => sum + units, 0)
          expect(unitsOn(rows, day)).toBe(Math.round(short))
          for (const { creditId } of claims)
            expect(Math.abs(unitsOn(rows, day, creditId) - (expected.get(creditId) ?? 0))).toBeLessThan(1)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('lie within the blocks of their credits, and no unit fails twice', () => {
    fc.assert(
      fc.property(cases, ([claims, left, from]) => {
        const rows = findFailedUnits(claims, left, from)
        const seen = new Set<string>()
        for (const { creditId, firstUnit, lastUnit, startDay, endDay } of rows) {
          const block = claims
            .find(one => one.creditId === creditId)
            ?.unitsPerPeriod.find(
              one => one.start <= startDay && endDay !== null && endDay <= (one.end ?? ''),
            )
          expect(block).toBeDefined()
          expect(firstUnit).toBeGreaterThanOrEqual(block?.first ?? Infinity)
          expect(lastUnit).toBeLessThan((block?.first ?? 0) + (block?.units ?? 0))
          for (const day of DAYS.filter(one => startDay <= one && one < (endDay ?? '')))
            for (let unit = firstUnit; unit <= lastUnit; unit += 1) {
              expect(seen).not.toContain(`${day} ${unit}`)
              seen.add(`${day} ${unit}`)
            }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('of a second failure fail nothing again, and together are those of the smaller capacity', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 40 }), ([claims, left, from], further) => {
        const earlier = findFailedUnits(claims, left, from)
        const second = findFailedUnits(claims, further, from, earlier)
        for (const day of DAYS.slice(0, 3).filter(one => one >= from)) {
          const held = claims.reduce(
            (sum, one) =>
              sum +
              one.unitsPerPeriod
                .filter(({ start }) => start === day)
                .reduce((all, { units }) => all + units, 0),
            0,
          )
          expect(unitsOn(earlier, day) + unitsOn(second, day)).toBe(
            Math.max(0, held - Math.min(left, further)),
          )
        }
      }),
      { numRuns: 500 },
    )
  })
})
