import { unitsOn } from '#domain/balance'
import { marketDayOf, type Day } from '#domain/dates'
import { mostAtOnce, scheduleText, stepsOf, type UnitsInPeriod } from '#domain/schedule'
import { quantityOf, unitsOf } from '#domain/units'

/** Units off the wire, period by period. */
export type WirePeriods = readonly UnitsInPeriod[]

const fromWire = (periods: WirePeriods): UnitsInPeriod[] =>
  periods.map(period => ({ ...period, units: unitsOf(period.units) }))

/** The units of a day, as on the wire. */
export const unitsAt = (periods: WirePeriods, on: Day): number =>
  quantityOf(unitsOn({ unitsPerPeriod: fromWire(periods) }, on))

/** The most units at any one time, as on the wire. */
export const mostUnits = (periods: WirePeriods): number => quantityOf(mostAtOnce(fromWire(periods)))

/** Does a schedule change at any time, so that there is something to draw? */
export const hasChanges = (periods: WirePeriods): boolean => stepsOf(fromWire(periods)).length > 1

/** A schedule in words, told from a day on. */
export const scheduleWords = (periods: WirePeriods, on: Day): string =>
  scheduleText(fromWire(periods), on, marketDayOf(new Date().toISOString()))

/** Does a day's figure say it all: it holds from then on, for ever? */
export const isForEver = (periods: WirePeriods, on: Day): boolean => {
  const [only, ...others] = stepsOf(fromWire(periods)).filter(({ end }) => end === null || end > on)
  return only !== undefined && others.length === 0 && only.end === null && only.start <= on
}

/** What stands under the figure of a day where it does not hold for ever: the schedule in words. */
export const ScheduleNote = ({ periods, on }: { periods: WirePeriods; on: Day }) =>
  periods.length === 0 || isForEver(periods, on) ? null : (
    <div className="quiet small schedule">{scheduleWords(periods, on)}</div>
  )
