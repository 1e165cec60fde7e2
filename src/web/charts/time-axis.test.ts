import { expect, it } from 'vitest'
import { dateToMilliseconds } from './figures.ts'
import { timeTicks } from './time-axis.ts'

const labels = (from: string, to: string, most: number) =>
  timeTicks(dateToMilliseconds(from), dateToMilliseconds(to), most).map(({ label }) => label)

it('an axis of some months marks the start of each month, with the year at the beginning', () => {
  expect(labels('2026-11-10', '2027-03-20', 8)).toEqual(['Dec 2026', 'Jan 2027', 'Feb', 'Mar'])
})

it('less room makes longer steps', () => {
  expect(labels('2026-11-10', '2028-02-01', 5)).toEqual(['Jan 2027', 'Apr', 'Jul', 'Oct', 'Jan 2028'])
  expect(labels('2026-11-10', '2032-02-01', 6)).toEqual(['2027', '2028', '2029', '2030', '2031', '2032'])
  expect(labels('2026-11-10', '2062-02-01', 5)).toEqual(['2030', '2040', '2050', '2060'])
})

it('an axis of some weeks marks weeks', () => {
  expect(labels('2026-11-01', '2026-11-25', 5)).toEqual(['2 Nov', '9 Nov', '16 Nov', '23 Nov'])
})
