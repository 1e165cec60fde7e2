import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCover, type ReplacingUnits, type UncoveredUnits } from './find-cover.ts'
import { blockOf, blockUnits, commonBlock, daysOfChange, isOnDay, subtractBlocks } from './unit-blocks.ts'
import { failedBlockOf } from './unit-replacement.ts'

const DAYS = ['2027-01-01', '2028-01-01', '2029-01-01', '2030-01-01'] as const

const need = (
  creditId: string,
  first: number,
  last: number,
  start: string = DAYS[0],
  end: string | null = null,
) =>
  ({
    failureId: `failure of ${creditId}`,
    creditId,
    block: { first, last, start, end },
  }) satisfies UncoveredUnits
const supply = (
  creditId: string,
  first: number,
  last: number,
  start: string = DAYS[0],
  end: string | null = null,
) => ({ creditId, block: { first, last, start, end } }) satisfies ReplacingUnits

describe('the cover of failed units', () => {
  it('gives each failed unit a unit, the lowest numbers first', () => {
    expect(findCover([need('one', 91, 100)], [supply('reserve', 1, 8)], () => true)).toEqual([
      {
        ...{ failureId: 'failure of one', failedFirst: 91, failedLast: 98 },
        ...{ creditId: 'reserve', firstUnit: 1, lastUnit: 8, startDay: DAYS[0], endDay: null },
      },
    ])
  })

  it('takes only what is accepted', () => {
    expect(
      findCover([need('one', 1, 5)], [supply('reserve', 1, 5)], (failed, replacing) => failed === replacing),
    ).toEqual([])
  })

  it('begins when the replacing units begin, and ends when they end', () => {
    const [one, ...more] = findCover(
      [need('one', 1, 5, DAYS[0])],
      [supply('reserve', 11, 15, DAYS[1], DAYS[2])],
      () => true,
    )
    expect([one?.startDay, one?.endDay, more]).toEqual([DAYS[1], DAYS[2], []])
  })

  it('never lets a serial go over two blocks', () => {
    const parts = [supply('reserve', 1, 5, DAYS[0], DAYS[1]), supply('reserve', 1, 5, DAYS[1])]
    expect(
      findCover([need('one', 1, 5)], parts, () => true).map(({ startDay, endDay }) => [startDay, endDay]),
    ).toEqual([
      [DAYS[0], DAYS[1]],
      [DAYS[1], null],
    ])
  })

  it('uses no unit twice on a day, and leaves none that could still replace one', () => {
    const period = fc
      .tuple(fc.constantFrom(0, 1, 2), fc.constantFrom(1, 2, 3, 4))
      .filter(([start, end]) => start < end)
      .map(([start, end]) => ({ start: DAYS[start], end: DAYS.find((_day, at) => at === end) ?? null }))
    const units = fc.record({
      at: fc.integer({ min: 0, max: 2 }),
      count: fc.integer({ min: 1, max: 9 }),
      period,
    })
    const drawn = fc.record({
      failed: fc.array(units, { minLength: 1, maxLength: 5 }),
      free: fc.array(units, { minLength: 0, maxLength: 5 }),
      pairs: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
    })
    fc.assert(
      fc.property(drawn, ({ failed, free, pairs }) => {
        const needs = failed.map(({ at, count, period: { start, end } }, nth) => ({
          ...need(`${at}`, nth * 10 + 1, nth * 10 + count, start, end),
          failureId: `${nth}`,
        }))
        const supplies = free.map(({ at, count, period: { start, end } }, nth) =>
          supply(`${at}`, nth * 10 + 1, nth * 10 + count, start, end),
        )
        const accepts = (one: string, other: string) => pairs[Number(one) * 3 + Number(other)] === true
        const cover = findCover(needs, supplies, accepts)
        for (const [at, one] of cover.entries()) {
          const its = needs.find(({ failureId }) => failureId === one.failureId)!
          expect(accepts(its.creditId, one.creditId)).toBe(true)
          expect(subtractBlocks([failedBlockOf(one)], [its.block])).toEqual([])
          expect(
            supplies.some(
              ({ creditId, block }) =>
                creditId === one.creditId && subtractBlocks([blockOf(one)], [block]).length === 0,
            ),
          ).toBe(true)
          for (const other of cover.slice(at + 1)) {
            if (other.creditId === one.creditId) expect(commonBlock(blockOf(one), blockOf(other))).toBeNull()
            if (other.failureId === one.failureId)
              expect(commonBlock(failedBlockOf(one), failedBlockOf(other))).toBeNull()
          }
        }
        for (const day of daysOfChange([...needs, ...supplies].map(({ block }) => block))) {
          const unitsOf = (
            some: readonly { creditId: string; block: (typeof needs)[0]['block'] }[],
            ids: string[],
          ) =>
            some
              .filter(({ creditId, block }) => ids.includes(creditId) && isOnDay(block, day))
              .reduce((sum, { block }) => sum + blockUnits(block), 0)
          const ids = ['0', '1', '2']
          // The smallest cut over all sets of holders, as in a bipartite graph.
          const cuts = Array.from({ length: 8 }, (_, mask) => {
            const set = ids.filter((_id, at) => (mask >> at) % 2 === 1)
            const reach = ids.filter(id => set.some(one => accepts(one, id)))
            return (
              unitsOf(
                needs,
                ids.filter(id => !set.includes(id)),
              ) + unitsOf(supplies, reach)
            )
          })
          const covered = cover
            .filter(one => isOnDay(blockOf(one), day))
            .reduce((sum, one) => sum + blockUnits(blockOf(one)), 0)
          expect(covered).toBe(Math.min(...cuts))
        }
      }),
      { numRuns: 1000 },
    )
  })
})
