import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '@credit-market/values/dates'
import { lateInterest, lateInterestRateOn } from './late-interest.ts'

const RATES = [
  { from: '2024-01-01', hundredths: 1_325 },
  { from: '2025-01-01', hundredths: 1_275 },
]
const owed = { total: 100_000, due: '2025-03-01' }

describe('interest on a late payment', () => {
  it('has the rate of the half-year in which it starts, and none if that is not known', () => {
    expect(lateInterestRateOn(RATES, '2024-06-30')).toBe(1_325)
    expect(lateInterestRateOn(RATES, '2024-07-01')).toBe(null)
    expect(lateInterestRateOn(RATES, '2025-06-30')).toBe(1_275)
  })

  it('is nothing for a payment in time', () => {
    expect(lateInterest(owed, [{ on: '2025-03-01', amount: 100_000 }], 1_275)).toBe(0)
    expect(lateInterest(owed, [{ on: '2025-02-01', amount: 100_000 }], 1_275)).toBe(0)
  })

  it('runs for each day on what is open, is not compounded, and is in whole pence', () => {
    // £1,000 for a whole year at 12.75 %.
    expect(lateInterest(owed, [{ on: '2026-03-01', amount: 100_000 }], 1_275)).toBe(12_750)
    // £1,000 for 10 days and £400 for 10 more: 1,000,000 + 400,000 pence and days, × 0.1275 / 365 = 489.04.
    const parts = [
      { on: '2025-03-11', amount: 60_000 },
      { on: '2025-03-21', amount: 40_000 },
    ]
    expect(lateInterest(owed, parts, 1_275)).toBe(489)
  })

  it('is never less for the same payments on later days', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 10_000 })), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 90 }),
        (paid, later) => {
          const total = paid.reduce((sum, [, amount]) => sum + amount, 0)
          const of = (shift: number) =>
            lateInterest(
              { total, due: '2025-03-01' },
              paid.map(([days, amount]) => ({ on: addDays('2025-02-01', days + shift), amount })),
              1_275,
            )
          expect(of(later)).toBeGreaterThanOrEqual(of(0))
        },
      ),
    )
  })
})
