import { englishDateFormat } from './formats.ts'

/** A calendar day, `yyyy-MM-dd`. Days are compared at UTC day level, as the specification says. */
export type Day = string

/** An instant, ISO 8601 in UTC. */
export type Instant = string

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** UTC day of an instant. */
export const utcDayOf = (instant: Instant): Day => new Date(instant).toISOString().slice(0, 10)

const inLondon = englishDateFormat({
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Day of an instant in England, where the market is. Figures are for this day by default. */
export const englishDayOf = (instant: Instant): Day =>
  inLondon.format(new Date(instant)).split('/').toReversed().join('-')

/** Adds minutes to an instant; a negative number goes back. */
export const addMinutes = (instant: Instant, minutes: number): Instant =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString()

/** Adds days to a day; a negative number goes back. */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Adds whole years to a day; 29 February becomes 1 March in other years. */
export const addYears = (day: Day, years: number): Day => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}

/** True if a text is a real calendar date. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text

/** `d MMM yyyy`, the specification's pretty date. Accepts a day or an instant (shown as its UTC day). */
export const showDay = (day: Day | Instant): string => {
  const [year, month, date] = day.slice(0, 10).split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** Days from one day to another; negative if the second is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

const wholeDay = englishDateFormat({
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** A day with its weekday and full month: "Friday 4 December 2026". */
export const showLongDay = (day: Day): string =>
  wholeDay.format(new Date(`${day}T00:00:00Z`)).replace(',', '')

/** A period of days, up to (not including) its end; permanent without an end. */
export interface Period {
  start: Day
  end: Day | null
}

/** True if the date is in the period. */
export const isInPeriod = (day: Day, { start, end }: Period): boolean =>
  start <= day && (end === null || day < end)

/** A window of days, both ends included. Either end may still be unset. */
export interface DayWindow {
  start: Day | null
  end: Day | null
}

/** True if the date is in the window, ends included; false if an end is unset. */
export const isInDayWindow = (day: Day, window: DayWindow): boolean =>
  window.start !== null && window.end !== null && window.start <= day && day <= window.end
