import { expect, it } from 'vitest'
import { isSeasonOver, seasonsFrom, seasonText } from './season.ts'

it('names the season of a day, and both years of a winter', () => {
  expect(
    ['2027-02-28', '2027-03-01', '2027-06-30', '2027-11-30', '2027-12-01', '2028-01-15'].map(seasonText),
  ).toEqual([
    'winter 2026 to 2027',
    'spring 2027',
    'summer 2027',
    'autumn 2027',
    'winter 2027 to 2028',
    'winter 2027 to 2028',
  ])
})

it('lists seasons by their first days, across the turn of a year', () => {
  expect(seasonsFrom('2026-11-22', 4)).toEqual(['2026-09-01', '2026-12-01', '2027-03-01', '2027-06-01'])
  expect(seasonsFrom('2027-01-31', 2)).toEqual(['2026-12-01', '2027-03-01'])
  expect(seasonsFrom('2026-12-31', 2)).toEqual(['2026-12-01', '2027-03-01'])
})

it('is over from the first day of the next season', () => {
  expect(isSeasonOver('2027-03-01', '2027-05-31')).toBe(false)
  expect(isSeasonOver('2027-03-01', '2027-06-01')).toBe(true)
  expect(isSeasonOver('2026-12-01', '2027-02-28')).toBe(false)
})
