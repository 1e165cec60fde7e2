import { expect, it } from 'vitest'
import { londonTimeToInstants, parseLondonTime, formatLondonTime, londonInputValue } from './london.ts'

it('a time of day is read in London time, in winter and in summer', () => {
  expect(parseLondonTime('2026-12-04T12:00')).toEqual({ instant: '2026-12-04T12:00:00.000Z' })
  expect(parseLondonTime('2026-07-04T12:00')).toEqual({ instant: '2026-07-04T11:00:00.000Z' })
})

it('a time skipped in spring is refused with a remedy, and its neighbours are accepted', () => {
  expect(parseLondonTime('2027-03-28T01:30')).toEqual({
    wrong:
      'The clocks go forward on 28 Mar 2027, so 01:30 does not exist. Choose a time before 01:00 or from 02:00',
  })
  expect(parseLondonTime('2027-03-28T00:59')).toEqual({ instant: '2027-03-28T00:59:00.000Z' })
  expect(parseLondonTime('2027-03-28T02:00')).toEqual({ instant: '2027-03-28T01:00:00.000Z' })
})

it('an ambiguous time in autumn needs a choice, unless it says which is meant', () => {
  expect(londonTimeToInstants('2026-10-25T01:30')).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ])
  expect(parseLondonTime('2026-10-25T01:30')).toEqual({
    wrong: 'The clocks go back on 25 Oct 2026, so 01:30 happens twice. Choose summer time or winter time',
  })
  expect(parseLondonTime('2026-10-25T01:30+01:00')).toEqual({ instant: '2026-10-25T00:30:00.000Z' })
  expect(parseLondonTime('2026-10-25T01:30+00:00')).toEqual({ instant: '2026-10-25T01:30:00.000Z' })
  expect(parseLondonTime('2026-12-04T12:00+01:00')).toHaveProperty('wrong')
})

it.each([
  ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30+01:00', 'Sunday 25 October 2026 at 01:30 summer time'],
  ['2026-10-25T01:30:00.000Z', '2026-10-25T01:30+00:00', 'Sunday 25 October 2026 at 01:30 winter time'],
  ['2026-12-04T12:00:00.000Z', '2026-12-04T12:00', 'Friday 4 December 2026 at 12:00'],
  ['2026-06-30T23:30:00.000Z', '2026-07-01T00:30', 'Wednesday 1 July 2026 at 00:30'],
])('%s is typed and shown so that it reads back as the same instant', (instant, typed, shown) => {
  expect(londonInputValue(instant)).toBe(typed)
  expect(parseLondonTime(typed)).toEqual({ instant })
  expect(formatLondonTime(instant)).toBe(shown)
})

it.each(['', '2026-12-04', '2026-02-30T12:00', '2026-12-04T24:00', '2026-12-04T12:00+02:00'])(
  '“%s” is not a time',
  typed => expect(parseLondonTime(typed)).toEqual({ wrong: 'Not a valid date and time' }),
)
