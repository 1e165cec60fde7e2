import { expect, it } from 'vitest'
import { type BalancePeriod, type BalanceSheet, PERIODS_OF_TYPE } from '#contract/kit/balance'
import { addDays, isInPeriod } from '@credit-market/values/dates'
import { limitPeriods } from './coarse-balance.ts'

const line = (total: number) => ({
  ...{ total, unsold: total, reserve: 0, rightsCreated: 0, rightsAllocated: 0 },
  ...{ issued: 0, redeemed: 0, retired: 0 },
})
/** A sheet whose units change after so many days each, up to an end. */
const sheetOf = (changes: number, days: number): BalanceSheet => {
  const periods = Array.from({ length: changes }, (_, at): BalancePeriod => {
    const start = addDays('2026-01-15', at * days)
    return { start, end: addDays(start, days), ...line(at + 1) }
  })
  const creditType = 'NutrientMitigationPhosphorous'
  return { on: '2026-02-01', types: [{ creditType, credits: 3, onDay: line(1), periods }] }
}
const periodsOf = (sheet: BalanceSheet) => sheet.types[0]?.periods ?? []

it('a sheet with few periods has them all', () => {
  const sheet = sheetOf(PERIODS_OF_TYPE, 7)
  expect(limitPeriods(sheet, undefined)).toEqual({ ...sheet, resolution: 'day' })
})

it.each([
  [500, 2, 'month'],
  [1000, 3, 'quarter'],
  [3000, 5, 'year'],
] as const)('%i periods of %i days are limited to each %s', (changes, days, resolution) => {
  const sheet = sheetOf(changes, days)
  const limited = limitPeriods(sheet, undefined)
  const [all, some] = [periodsOf(sheet), periodsOf(limited)]
  expect([limited.resolution, limited.on, limited.types[0]?.onDay]).toEqual([resolution, sheet.on, line(1)])
  expect(some.length).toBeLessThanOrEqual(PERIODS_OF_TYPE)
  expect([some[0]?.start, some.at(-1)?.end]).toEqual([all[0]?.start, all.at(-1)?.end])
  for (const [at, { start, end, total }] of some.entries()) {
    // On the day on which a period begins, the units are those of that day.
    expect(total).toBe(all.find(period => isInPeriod(start, period))?.total)
    if (at > 0) expect(start).toMatch(/-01$/)
    if (at < some.length - 1) expect(end).toBe(some[at + 1]?.start)
  }
})

it('a sheet with many periods has them all on request', () => {
  const sheet = sheetOf(3000, 5)
  expect(limitPeriods(sheet, 'all')).toEqual({ ...sheet, resolution: 'day' })
})
