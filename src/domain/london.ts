import { addMinutes, type Instant, isDay, marketDayOf, showDay, showWholeDay } from './dates.ts'

const inLondon = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** What clocks in London show at a moment, `yyyy-MM-ddTHH:mm`. */
const shownAt = (instant: Instant): string => `${marketDayOf(instant)}T${inLondon.format(new Date(instant))}`

/** The moments at which clocks in London show this, in their order: none in the hour left out in spring, two in that repeated in autumn. */
export const momentsAt = (shown: string): Instant[] => {
  const asUtc = new Date(`${shown}:00Z`).toISOString()
  return [addMinutes(asUtc, -60), asUtc].filter(instant => shownAt(instant) === shown)
}

const TYPED = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(Z|\+00:00|\+01:00)?$/

/** How far clocks in London are ahead of UTC at each of the two moments of the hour that comes twice. */
export const SUMMER = '+01:00'
export const WINTER = '+00:00'

/**
 * The moment that is meant by what clocks in London show, `yyyy-MM-ddTHH:mm`; in the hour that comes twice in autumn, `+01:00`
 * behind it says the first and `+00:00` the second. Else a sentence on what is wrong and how to put it right.
 */
export const readMoment = (typed: string): { instant: Instant } | { wrong: string } => {
  const [, day = '', hour = '', minute = '', offset] = TYPED.exec(typed) ?? []
  if (!isDay(day)) return { wrong: 'Not a valid date and time' }
  const clock = `${hour}:${minute}`
  const moments = momentsAt(`${day}T${clock}`)
  const [first, second] = moments
  if (first === undefined)
    return {
      wrong: `The clocks go forward on ${showDay(day)}: ${clock} is left out. Choose a time before 01:00 or from 02:00 on`,
    }
  if (offset !== undefined) {
    const meant = addMinutes(`${day}T${clock}:00.000Z`, offset === SUMMER ? -60 : 0)
    return moments.includes(meant)
      ? { instant: meant }
      : { wrong: `Clocks in London are not at ${offset} then. Leave that out` }
  }
  if (second !== undefined)
    return {
      wrong: `The clocks go back on ${showDay(day)}: ${clock} comes twice. Say which is meant, in summer time or in winter time`,
    }
  return { instant: first }
}

/** Does this time of day come twice, so that somebody must say which is meant? */
export const comesTwice = (typed: string): boolean => {
  const [, day = '', hour = '', minute = ''] = TYPED.exec(typed) ?? []
  return isDay(day) && momentsAt(`${day}T${hour}:${minute}`).length === 2
}

/** A moment as `readMoment` reads it. */
export const typedMoment = (instant: Instant): string => {
  const shown = shownAt(instant)
  const [first, second] = momentsAt(shown)
  if (second === undefined) return shown
  return `${shown}${Date.parse(instant) < Date.parse(second) && first !== undefined ? SUMMER : WINTER}`
}

/** What clocks in London show at a moment, "Friday 4 December 2026 at 12:00"; in the hour that comes twice, which of the two. */
export const showMoment = (instant: Instant): string => {
  const [day = '', clock] = shownAt(instant).split('T')
  const typed = typedMoment(instant)
  const which = typed.endsWith(SUMMER) ? ' summer time' : typed.endsWith(WINTER) ? ' winter time' : ''
  return `${showWholeDay(day)} at ${clock}${which}`
}
