import { dateFormat } from './formats.ts'

/** A calendar day, `yyyy-MM-dd`. Days are compared at UTC day level, as the specification says. */
export type Day = string

/** A moment, ISO 8601 in UTC. */
export type Instant = string

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The UTC day of a moment. */
export const dayOf = (instant: Instant): Day => new Date(instant).toISOString().slice(0, 10)

const inLondon = dateFormat({
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day of a moment on the calendars of the market, which is in England. Figures are for such a day unless told otherwise. */
export const marketDayOf = (instant: Instant): Day =>
  inLondon.format(new Date(instant)).split('/').toReversed().join('-')

/** The moment so many minutes later (or earlier, when negative). */
export const addMinutes = (instant: Instant, minutes: number): Instant =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString()

/** The day so many days later (or earlier, when negative). */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The day so many whole years later; 29 February becomes 1 March where the year has none. */
export const addYears = (day: Day, years: number): Day => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}

/** Is this text a real calendar day? */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text

/** `d MMM yyyy`, the specification's pretty date. Accepts a day or a moment (shown as its UTC day). */
export const showDay = (day: Day | Instant): string => {
  const [year, month, date] = day.slice(0, 10).split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** How many days lie between one day and a later one; less than nothing where it is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

const wholeDay = dateFormat({
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** A day with its weekday and its month in full: "Friday 4 December 2026". */
export const showWholeDay = (day: Day): string =>
  wholeDay.format(new Date(`${day}T00:00:00Z`)).replace(',', '')

/** A stretch of days, up to (not including) its end; without one for ever. */
export interface Stretch {
  start: Day
  end: Day | null
}

/** Does the day lie in the stretch? */
export const isDuring = (day: Day, { start, end }: Stretch): boolean =>
  start <= day && (end === null || day < end)

/** A window of days, both ends included. Either end may still be unset. */
export interface DayWindow {
  start: Day | null
  end: Day | null
}

/** Does the day lie in the window, ends included? An unset end never admits. */
export const within = (day: Day, window: DayWindow): boolean =>
  window.start !== null && window.end !== null && window.start <= day && day <= window.end
