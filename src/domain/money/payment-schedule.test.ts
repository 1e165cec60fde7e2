import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import {
  DEFAULT_PAYMENT_SCHEDULE,
  listInstalments,
  listMaintenanceInstalments,
  paymentScheduleText,
  type PaymentSchedule,
} from './payment-schedule.ts'

const SETTLED = '2026-01-31'

describe('instalments by a schedule', () => {
  it('are 10, 40 and 50 percent by default, each due 30 days after its event', () => {
    expect(
      listInstalments(100_001, DEFAULT_PAYMENT_SCHEDULE, SETTLED, [
        { units: 7, rightsAllocated: '2026-02-28', creditsIssued: null },
      ]),
    ).toEqual([
      { amount: 10_000, event: 'settlement', year: null, due: '2026-03-02' },
      { amount: 40_000, event: 'rightsAllocated', year: null, due: '2026-03-30' },
      { amount: 50_001, event: 'creditsIssued', year: null, due: null },
    ])
  })

  it('leave out parts of nothing, and give the last part what remains', () => {
    const schedule: PaymentSchedule = [
      { event: 'settlement', tenths: 333, days: 0 },
      { event: 'rightsAllocated', tenths: 667, days: 14 },
      { event: 'creditsIssued', tenths: 0, days: 14 },
    ]
    expect(listInstalments(100, schedule, SETTLED, [])).toEqual([
      { amount: 33, event: 'settlement', year: null, due: '2026-01-31' },
      { amount: 67, event: 'rightsAllocated', year: null, due: null },
    ])
  })

  it('divide what a supplier receives by the units of each buyer, as far as each of them is', () => {
    expect(
      listInstalments(100_000, DEFAULT_PAYMENT_SCHEDULE, SETTLED, [
        { units: 30_000, rightsAllocated: '2026-02-01', creditsIssued: '2026-06-01' },
        { units: 10_000, rightsAllocated: '2026-02-01', creditsIssued: null },
      ]),
    ).toEqual([
      { amount: 10_000, event: 'settlement', year: null, due: '2026-03-02' },
      { amount: 40_000, event: 'rightsAllocated', year: null, due: '2026-03-03' },
      { amount: 37_500, event: 'creditsIssued', year: null, due: '2026-07-01' },
      { amount: 12_500, event: 'creditsIssued', year: null, due: null },
    ])
  })

  it('add up to the amount in 500 drawn schedules', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const r = createSeededRandom(seed)
      const [one, other] = [r.whole(0, 1000), r.whole(0, 1000)].toSorted((a, b) => a - b) as [number, number]
      const schedule: PaymentSchedule = [
        { event: 'settlement', tenths: one, days: r.whole(0, 365) },
        { event: 'rightsAllocated', tenths: other - one, days: r.whole(0, 365) },
        { event: 'creditsIssued', tenths: 1000 - other, days: r.whole(0, 365) },
      ]
      const amount = r.whole(1, 9_000_000_000)
      const sold = Array.from({ length: r.whole(0, 4) }, () => ({
        units: r.whole(1, 900_000),
        rightsAllocated: r.chance(0.5) ? '2026-03-01' : null,
        creditsIssued: r.chance(0.2) ? '2026-04-01' : null,
      }))
      const parts = listInstalments(amount, schedule, SETTLED, sold)
      expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
      const checks = Array.from({ length: r.whole(0, 8) }, (_, year) => ({ year, passedOn: null }))
      const held = listMaintenanceInstalments(amount, checks)
      expect(held.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
    }
  })
})

it('a schedule reads as a sentence, without parts of nothing', () => {
  expect(
    paymentScheduleText([
      { event: 'settlement', tenths: 125, days: 1 },
      { event: 'rightsAllocated', tenths: 0, days: 30 },
      { event: 'creditsIssued', tenths: 875, days: 0 },
    ]),
  ).toBe('12.5% 1 day after the settlement, 87.5% at the issue of credits')
})

describe('instalments of the money held for maintenance', () => {
  it('are equal parts, each due 30 days after its check is passed', () => {
    expect(
      listMaintenanceInstalments(100_000, [
        { year: 2, passedOn: '2028-05-01' },
        { year: 5, passedOn: null },
        { year: 10, passedOn: null },
      ]),
    ).toEqual([
      { amount: 33_333, event: 'checkPassed', year: 2, due: '2028-05-31' },
      { amount: 33_333, event: 'checkPassed', year: 5, due: null },
      { amount: 33_334, event: 'checkPassed', year: 10, due: null },
    ])
  })

  it('wait together as long as no check is scheduled', () => {
    expect(listMaintenanceInstalments(100_000, [])).toEqual([
      { amount: 100_000, event: 'checkPassed', year: null, due: null },
    ])
    expect(listMaintenanceInstalments(0, [])).toEqual([])
  })
})
