import {
  addMinutes,
  type Instant,
  isDay,
  englishDayOf,
  showDay,
  showLongDay,
} from '@credit-market/values/dates'
import { englishDateFormat } from '@credit-market/values/formats'

const inLondon = englishDateFormat({
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Shows an instant by London clocks, `yyyy-MM-ddTHH:mm`. */
const shownAt = (instant: Instant): string => `${englishDayOf(instant)}T${inLondon.format(new Date(instant))}`

/** Instants at which London clocks show this, in order: none in the hour skipped in spring, two in the hour repeated in autumn. */
export const londonTimeToInstants = (shown: string): Instant[] => {
  const asUtc = new Date(`${shown}:00Z`).toISOString()
  return [addMinutes(asUtc, -60), asUtc].filter(instant => shownAt(instant) === shown)
}

const TYPED = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(Z|\+00:00|\+01:00)?$/

/** Offsets of London from UTC at the two instants of the repeated hour. */
export const LONDON_SUMMER_OFFSET = '+01:00'
export const LONDON_WINTER_OFFSET = '+00:00'

/**
 * Reads a London clock time, `yyyy-MM-ddTHH:mm`. In the repeated hour of autumn append `+01:00` for the first and `+00:00` for
 * the second instant. Otherwise returns a sentence with the error and the remedy.
 */
export const parseLondonTime = (typed: string): { instant: Instant } | { wrong: string } => {
  const [, day = '', hour = '', minute = '', offset] = TYPED.exec(typed) ?? []
  if (!isDay(day)) return { wrong: 'Not a valid date and time' }
  const clock = `${hour}:${minute}`
  const moments = londonTimeToInstants(`${day}T${clock}`)
  const [first, second] = moments
  if (first === undefined)
    return {
      wrong: `The clocks go forward on ${showDay(day)}, so ${clock} does not exist. Choose a time before 01:00 or from 02:00`,
    }
  if (offset !== undefined) {
    const meant = addMinutes(`${day}T${clock}:00.000Z`, offset === LONDON_SUMMER_OFFSET ? -60 : 0)
    return moments.includes(meant)
      ? { instant: meant }
      : { wrong: `The time in London does not have the offset ${offset} on that date. Leave the offset out` }
  }
  if (second !== undefined)
    return {
      wrong: `The clocks go back on ${showDay(day)}, so ${clock} happens twice. Choose summer time or winter time`,
    }
  return { instant: first }
}

/** Says whether this time of day occurs twice, so that people must choose one. */
export const isRepeatedLondonTime = (typed: string): boolean => {
  const [, day = '', hour = '', minute = ''] = TYPED.exec(typed) ?? []
  return isDay(day) && londonTimeToInstants(`${day}T${hour}:${minute}`).length === 2
}

/** Formats an instant so that `parseLondonTime` can read it. */
export const londonInputValue = (instant: Instant): string => {
  const shown = shownAt(instant)
  const [first, second] = londonTimeToInstants(shown)
  if (second === undefined) return shown
  return `${shown}${Date.parse(instant) < Date.parse(second) && first !== undefined ? LONDON_SUMMER_OFFSET : LONDON_WINTER_OFFSET}`
}

/** London clock time of an instant, "Friday 4 December 2026 at 12:00"; in the repeated hour it says which of the two. */
export const formatLondonTime = (instant: Instant): string => {
  const [day = '', clock] = shownAt(instant).split('T')
  const typed = londonInputValue(instant)
  const which = typed.endsWith(LONDON_SUMMER_OFFSET)
    ? ' summer time'
    : typed.endsWith(LONDON_WINTER_OFFSET)
      ? ' winter time'
      : ''
  return `${showLongDay(day)} at ${clock}${which}`
}
