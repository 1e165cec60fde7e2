import { type Day, daysBetween, utcDayOf, type Instant } from '@credit-market/values/dates'

const days = (count: number): string => `${count.toLocaleString('en-GB')} ${count === 1 ? 'day' : 'days'}`

/** Waiting time as text. */
export const waitingTimeText = (since: Instant, now: Instant): string => {
  const count = Math.floor((Date.parse(now) - Date.parse(since)) / 86_400_000)
  return count < 1 ? 'Today' : days(count)
}

/** Distance to a due date as text, past or future. */
export const dueDateText = (due: Day, now: Day | Instant): { text: string; isLate: boolean } => {
  const count = daysBetween(utcDayOf(now), due)
  if (count < 0) return { text: `${days(-count)} late`, isLate: true }
  return { text: count === 0 ? 'Today' : `In ${days(count)}`, isLate: false }
}

/** Usual waiting time as text, in whole days. */
export const usualWaitingTimeText = (usualDays: number): string =>
  usualDays < 1 ? 'usually within a day' : `usually ${days(Math.round(usualDays))}`
