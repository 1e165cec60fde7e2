import { expect, it } from 'vitest'
import { timeLeftText, announcementIndex, msUntilTextChanges } from './countdown.ts'

const HOUR = 3_600_000

it.each([
  [50 * HOUR, 'in 2 days 2 hours'],
  [24 * HOUR, 'in 1 day'],
  [HOUR + 60_000, 'in 1 hour 1 minute'],
  [61_500, 'in 1 minute 1 second'],
  [59_999, 'in 59 seconds'],
  [400, 'in less than a second'],
  [0, 'now'],
])('%i ms left reads “%s”', (ms, words) => expect(timeLeftText(ms)).toBe(words))

it.each([50 * HOUR + 1234, HOUR, 3 * HOUR + 59_001, 60_000, 59_999, 1500, 999, 1])(
  'with %i ms left the words stay the same until the next redraw, and differ then',
  ms => {
    const wait = msUntilTextChanges(ms)
    expect(timeLeftText(ms - wait + 1)).toBe(timeLeftText(ms))
    expect(timeLeftText(ms - wait)).not.toBe(timeLeftText(ms))
  },
)

it('screen readers get six announcements, the last when the time has come', () => {
  const passed = [25 * HOUR, 24 * HOUR, HOUR, 600_000, 300_000, 60_000, 1, 0].map(announcementIndex)
  expect(passed).toEqual([-1, 0, 1, 2, 3, 4, 4, 5])
})
