import { type Day, daysBetween, dayOf, type Instant } from './dates.ts'

const days = (count: number): string => `${count.toLocaleString('en-GB')} ${count === 1 ? 'day' : 'days'}`

/** For how long something has waited. */
export const ageText = (since: Instant, now: Instant): string => {
  const count = Math.floor((Date.parse(now) - Date.parse(since)) / 86_400_000)
  return count < 1 ? 'Today' : days(count)
}

/** How far a day is off, and whether it has passed. */
export const dueText = (due: Day, now: Day | Instant): { text: string; isLate: boolean } => {
  const count = daysBetween(dayOf(now), due)
  if (count < 0) return { text: `${days(-count)} late`, isLate: true }
  return { text: count === 0 ? 'Today' : `In ${days(count)}`, isLate: false }
}

/** How long things usually wait, in whole days. */
export const usualText = (usualDays: number): string =>
  usualDays < 1 ? 'usually within a day' : `usually ${days(Math.round(usualDays))}`
