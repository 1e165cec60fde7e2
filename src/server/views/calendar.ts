import type { PublicRound } from '#contract/public'
import type { Day } from '#domain/dates'
import { calendarText } from '#domain/ical'
import { windowsOf } from '#domain/round-days'

/** All windows of all rounds that have been announced, for calendars. */
export const roundsCalendar = (rounds: readonly PublicRound[], publicUrl: string, today: Day): string => {
  const { host } = new URL(publicUrl)
  const events = rounds.flatMap(round =>
    windowsOf(round).map(({ name, what, start, end }) => ({
      uid: `${round.id}-${name}@${host}`,
      from: start,
      until: end,
      summary: `${round.market}, ${round.name}: ${what}`,
      url: new URL(`/rounds/${round.id}`, publicUrl).href,
    })),
  )
  return calendarText({ name: 'Rounds of the market', part: 'Rounds' }, events, today)
}
