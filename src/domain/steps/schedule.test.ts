import { expect, it } from 'vitest'
import { maxUnitsAtOnce, scheduleText, mergeUnitsByPeriod, wholeScheduleText } from './schedule.ts'

const TODAY = '2026-11-22'
const step = (start: string, end: string | null, units: number) => ({ start, end, units })
const LATER = [step('2026-01-01', '2028-05-15', 13_000), step('2028-05-15', null, 42_000)]

it('a schedule starts at the date of the figure', () => {
  expect(scheduleText(LATER, TODAY, TODAY)).toBe('1.30 today, 4.20 from 15 May 2028')
  expect(scheduleText(LATER, TODAY)).toBe('1.30 on 22 Nov 2026, 4.20 from 15 May 2028')
  expect(scheduleText(LATER, '2030-01-01', TODAY)).toBe('4.20 on 1 Jan 2030, for ever')
})

it('a constant schedule is written in one phrase', () => {
  expect(scheduleText([step('2028-05-15', null, 160_000)], TODAY, TODAY)).toBe(
    '16.00 from 15 May 2028, for ever',
  )
  expect(
    scheduleText([step('2027-01-01', '2028-01-01', 5_000), step('2028-01-01', '2030-01-01', 5_000)], TODAY),
  ).toBe('0.50 from 1 Jan 2027 until 1 Jan 2030')
  expect(scheduleText([], TODAY)).toBe('none')
})

it('start, pauses and end count as changes', () => {
  const paused = [step('2027-01-01', '2028-01-01', 10_000), step('2029-01-01', '2030-01-01', 20_000)]
  expect(scheduleText(paused, TODAY, TODAY)).toBe(
    'none today, 1.00 from 1 Jan 2027, none from 1 Jan 2028, none from 1 Jan 2030 after 1 more change',
  )
  expect(scheduleText(paused, '2028-06-01')).toBe(
    'none on 1 Jun 2028, 2.00 from 1 Jan 2029, none from 1 Jan 2030',
  )
  expect(scheduleText(paused, '2031-01-01')).toBe('none since 1 Jan 2030')
})

it('an amount too small to show is not written as none', () => {
  expect(
    scheduleText([step('2027-01-01', '2028-01-01', 49), step('2028-01-01', null, 50)], TODAY, TODAY),
  ).toBe('none today, under 0.01 from 1 Jan 2027, 0.01 from 1 Jan 2028')
})

it('a change too small to show is left out', () => {
  const steps = [step('2026-01-01', '2027-01-01', 26_098), step('2027-01-01', null, 26_134)]
  expect(scheduleText(steps, TODAY, TODAY)).toBe('2.61 from 1 Jan 2026, for ever')
})

it('a schedule with many changes shows the first ones and the last', () => {
  const gains = Array.from({ length: 30 }, (_, year) =>
    step(`${2027 + year}-01-01`, year === 29 ? null : `${2028 + year}-01-01`, (year + 1) * 10_000),
  )
  expect(scheduleText(gains, TODAY, TODAY)).toBe(
    'none today, 1.00 from 1 Jan 2027, 2.00 from 1 Jan 2028, 30.00 from 1 Jan 2056 after 27 more changes',
  )
})

it('overlapping periods add up, and equal neighbours merge into one step', () => {
  const steps = mergeUnitsByPeriod([
    step('2027-01-01', null, 10_000),
    step('2028-01-01', '2029-01-01', 5_000),
  ])
  expect(steps).toEqual([
    step('2027-01-01', '2028-01-01', 10_000),
    step('2028-01-01', '2029-01-01', 15_000),
    step('2029-01-01', null, 10_000),
  ])
  expect(maxUnitsAtOnce(steps)).toBe(15_000)
})

it('a file holds the whole schedule, up to its end', () => {
  expect(wholeScheduleText(LATER)).toBe('1.30 from 1 Jan 2026, 4.20 from 15 May 2028')
  const paused = [step('2027-01-01', '2028-01-01', 10_000), step('2029-01-01', '2030-01-01', 20_000)]
  expect(wholeScheduleText(paused)).toBe(
    '1.00 from 1 Jan 2027, none from 1 Jan 2028, 2.00 from 1 Jan 2029, none from 1 Jan 2030',
  )
  expect(wholeScheduleText([])).toBe('')
})
