import { unitsOnDate } from '#domain/credit/balance'
import { englishDayOf, type Day } from '@credit-market/values/dates'
import { currentTime } from '../../api/clock.ts'
import { maxUnitsAtOnce, scheduleText, mergeUnitsByPeriod, type UnitsInPeriod } from '#domain/steps/schedule'
import { unitsToNumber, toUnits } from '@credit-market/values/units'

/** Units by period, as the API sends them. */
export type UnitsByPeriod = readonly UnitsInPeriod[]

const fromWire = (periods: UnitsByPeriod): UnitsInPeriod[] =>
  periods.map(period => ({ ...period, units: toUnits(period.units) }))

/** Units on a date, in the API's number format. */
export const unitsAt = (periods: UnitsByPeriod, on: Day): number =>
  unitsToNumber(unitsOnDate({ unitsPerPeriod: fromWire(periods) }, on))

/** Most units at any one time, in the API's number format. */
export const maxUnits = (periods: UnitsByPeriod): number => unitsToNumber(maxUnitsAtOnce(fromWire(periods)))

/** Returns true if a schedule changes over time, so that there is something to draw. */
export const hasChanges = (periods: UnitsByPeriod): boolean =>
  mergeUnitsByPeriod(fromWire(periods)).length > 1

/** Describes a schedule in words, from a date on. */
export const describeSchedule = (periods: UnitsByPeriod, on: Day): string =>
  scheduleText(fromWire(periods), on, englishDayOf(currentTime()))

/** Returns true if the figure of a date stays the same for ever. */
export const isFigurePermanent = (periods: UnitsByPeriod, on: Day): boolean => {
  const [only, ...others] = mergeUnitsByPeriod(fromWire(periods)).filter(
    ({ end }) => end === null || end > on,
  )
  return only !== undefined && others.length === 0 && only.end === null && only.start <= on
}

/** Schedule in words, under a figure for one date; left out if the figure never changes. */
export const ScheduleNote = ({ periods, on }: { periods: UnitsByPeriod; on: Day }) =>
  periods.length === 0 || isFigurePermanent(periods, on) ? null : (
    <div className="quiet small schedule">{describeSchedule(periods, on)}</div>
  )
