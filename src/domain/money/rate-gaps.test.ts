import { describe, expect, it } from 'vitest'
import { findRateGaps, rateGapText } from './rate-gaps.ts'

const interest = [
  { from: '2025-07-01', hundredths: 1225 },
  { from: '2026-01-01', hundredths: 1175 },
]
const vat = [{ from: '2011-01-04', tenths: 200 }]

describe('rates that are missing', () => {
  it('are none while the rates of today and of the next 30 days are there', () => {
    expect(findRateGaps({ interest, vat }, '2026-06-01')).toHaveLength(1)
    expect(findRateGaps({ interest, vat }, '2026-05-31')).toEqual([])
    expect(findRateGaps({ interest: null, vat }, '2027-01-01')).toEqual([])
  })

  it('are said before they are missing, with the day and the remedy', () => {
    const [gap] = findRateGaps({ interest, vat }, '2026-06-01')
    expect(gap).toEqual({ of: 'interest', from: '2026-07-01' })
    expect(rateGapText(gap!, '2026-06-01')).toMatch(
      /become overdue from that day on will wait.* add the row 2026-07-01 to refdata\/late_interest_rates\.csv and restart the server$/,
    )
  })

  it('are said on the first day without them, and a table without any rate of VAT is', () => {
    const [first, second] = findRateGaps({ interest, vat: [] }, '2026-11-29')
    expect([first, second]).toEqual([
      { of: 'interest', from: '2026-07-01' },
      { of: 'vat', from: '2026-11-29' },
    ])
    expect(rateGapText(first!, '2026-11-29')).toContain(
      'it cannot be charged on invoices that became overdue since then',
    )
    expect(rateGapText(second!, '2026-11-29')).toContain('refdata/vat_rates.csv')
  })
})
