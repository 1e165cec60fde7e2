import { addDays } from '@credit-market/values/dates'
import { millisecondsToDate } from './figures.ts'

/** Instant on a time axis, with its label. */
export interface TimeAxisTick {
  at: number
  label: string
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000]
const WEEK = 7 * 86_400_000

const monthOf = (time: number): number => {
  const date = new Date(time)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
const timeOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12)

const everyMonths = (from: number, to: number, step: number): TimeAxisTick[] => {
  const first = Math.ceil(monthOf(from - 1) / step + 1e-9) * step
  const months: number[] = []
  for (let month = first; timeOfMonth(month) <= to; month += step)
    if (timeOfMonth(month) >= from) months.push(month)
  return months.map((month, at) => {
    const year = Math.floor(month / 12)
    const name = MONTHS[month % 12] ?? ''
    return {
      at: timeOfMonth(month),
      label: step >= 12 ? String(year) : at === 0 || month % 12 < step ? `${name} ${year}` : name,
    }
  })
}

const everyWeek = (from: number, to: number, most: number): TimeAxisTick[] => {
  const weeks = Math.max(1, Math.ceil((to - from) / WEEK / most))
  const ticks: TimeAxisTick[] = []
  for (let day = addDays(millisecondsToDate(from), 1); Date.parse(day) <= to; day = addDays(day, 7 * weeks)) {
    const [, month, date] = day.split('-').map(Number)
    ticks.push({ at: Date.parse(day), label: `${date} ${MONTHS[(month ?? 1) - 1]}` })
  }
  return ticks
}

/**
 * Starts of years or months (or weeks, in shorter periods) between two instants, at most the given number.
 */
export const timeTicks = (from: number, to: number, most: number): TimeAxisTick[] => {
  const room = Math.max(1, Math.floor(most))
  if (to - from < 5 * WEEK) return everyWeek(from, to, room)
  const step = STEPS.find(months => (to - from) / (months * 30.4 * 86_400_000) <= room) ?? STEPS.at(-1) ?? 1
  return everyMonths(from, to, step).slice(0, room + 1)
}
