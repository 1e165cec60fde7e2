import { describe, expect, it } from 'vitest'
import { addWorkingDays, englishBankHolidays } from './working-days.ts'

describe('bank holidays of England', () => {
  // As published at https://www.gov.uk/bank-holidays.
  it.each([
    [2024, ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', '12-25', '12-26']],
    [2026, ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28']],
    [2027, ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28']],
  ])('are those of %i', (year, days) => {
    expect(englishBankHolidays(year)).toEqual(days.map(day => `${year}-${day}`))
  })

  it('have substitutes for New Year on a weekend', () => {
    expect([2022, 2023].map(year => englishBankHolidays(year)[0])).toEqual(['2022-01-03', '2023-01-02'])
  })
})

describe('working days', () => {
  it.each([
    ['2026-06-01', 3, '2026-06-04'],
    ['2026-06-04', 3, '2026-06-09'],
    ['2026-06-06', 3, '2026-06-10'],
    ['2026-04-02', 3, '2026-04-09'],
    ['2026-12-24', 3, '2026-12-31'],
    ['2026-12-31', 1, '2027-01-04'],
  ])('from %s, %i later, leave out weekends and bank holidays: %s', (day, count, reached) => {
    expect(addWorkingDays(day, count)).toBe(reached)
  })
})
