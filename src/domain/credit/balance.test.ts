import { expect, it } from 'vitest'
import { HOLDINGS, holdingOf, balanceLevelOnDate, sumEntriesIntoLevels, unitsOnDate } from './balance.ts'
import { CREDIT_STATUSES, entrySchedule } from './credit.ts'
import { englishDayOf } from '@credit-market/values/dates'

it('the units on a day are those of the periods that contain it, from the first day until the end', () => {
  const unitsPerPeriod = [
    { start: '2026-11-01', end: '2028-05-15', units: 13_000 },
    { start: '2028-05-15', end: null, units: 42_000 },
  ]
  const days = ['2026-10-31', '2026-11-01', '2028-05-14', '2028-05-15', '9999-12-31']
  expect(days.map(day => unitsOnDate({ unitsPerPeriod }, day))).toEqual([0, 13_000, 13_000, 42_000, 42_000])
})

it('a certified credit is in exactly one line of the balance sheet, and an uncertified one in none', () => {
  for (const status of CREDIT_STATUSES)
    for (const isReserved of [true, false])
      for (const requirementId of ['homes', null]) {
        const holding = holdingOf({ status, isReserved, requirementId })
        expect([status, HOLDINGS.some(one => one === holding)]).toEqual([status, status !== 'Draft'])
      }
})

it('reserve stays reserve and unbought units stay unsold, also after issue and until retirement', () => {
  const nobodys = { requirementId: null }
  expect(holdingOf({ ...nobodys, status: 'RightsCreated', isReserved: true })).toBe('reserve')
  expect(holdingOf({ ...nobodys, status: 'Issued', isReserved: true })).toBe('reserve')
  expect(holdingOf({ ...nobodys, status: 'Issued', isReserved: false })).toBe('unsold')
  expect(holdingOf({ ...nobodys, status: 'Retired', isReserved: false })).toBe('retired')
  expect(holdingOf({ status: 'Issued', isReserved: false, requirementId: 'homes' })).toBe('issued')
})

it('entries add up over time without gaps, and unchanged neighbours form one period', () => {
  const lines = ['sold', 'kept'] as const
  const levels = sumEntriesIntoLevels(lines, [
    { line: 'sold', start: '2027-01-01', end: '2028-01-01', units: 3 },
    { line: 'sold', start: '2028-01-01', end: '2029-01-01', units: 3 },
    { line: 'kept', start: '2026-01-01', end: '2026-06-01', units: 5 },
    { line: 'kept', start: '2028-06-01', end: '2029-01-01', units: 0 },
  ])
  expect(levels).toEqual([
    { start: '2026-01-01', end: '2026-06-01', units: { sold: 0, kept: 5 } },
    { start: '2026-06-01', end: '2027-01-01', units: { sold: 0, kept: 0 } },
    { start: '2027-01-01', end: '2029-01-01', units: { sold: 3, kept: 0 } },
  ])
  const days = ['2025-12-31', '2028-06-01', '2029-01-01']
  expect(days.map(day => balanceLevelOnDate(lines, levels, day).sold)).toEqual([0, 3, 0])
})

it('today is the day in London, which in summer begins an hour before the day in UTC', () => {
  expect(englishDayOf('2026-06-30T22:59:59.999Z')).toBe('2026-06-30')
  expect(englishDayOf('2026-06-30T23:00:00.000Z')).toBe('2026-07-01')
  expect(englishDayOf('2026-11-22T23:30:00.000Z')).toBe('2026-11-22')
})

it('a ledger entry has the schedule of its credit, and for a divided credit that of its serials', () => {
  const own = [{ start: '2027-01-01', end: null, units: 40, first: 1 }]
  const part = { id: 'part', serviceId: 'whole', years: null, unitsPerPeriod: own }
  expect(entrySchedule({ creditId: 'part', serials: ['P1-20270101-1-40'] }, part)).toEqual(own)
  const serials = ['P1-20280101-1-90', 'P1-20270101-1-50']
  expect(entrySchedule({ creditId: 'whole', serials }, { ...part, years: 5 })).toEqual([
    { start: '2027-01-01', end: '2028-01-01', units: 50 },
    { start: '2028-01-01', end: '2032-01-01', units: 90 },
  ])
  expect(entrySchedule({ creditId: 'whole', serials: [] }, part)).toEqual([])
})
