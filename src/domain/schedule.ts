import { unitsOn } from './balance.ts'
import { showDay, type Day } from './dates.ts'
import { showUnits, type Units } from './units.ts'

/** Ten-thousandths of a unit from a day until (not including) another; without an end for ever. */
export interface UnitsInPeriod {
  start: Day
  end: Day | null
  units: Units
}

/**
 * Periods of any order, overlapping or not, as steps that follow each other without gaps, from the first unit to the last:
 * neighbours differ, and what lies between without units is a step of 0.
 */
export const stepsOf = (periods: readonly UnitsInPeriod[]): UnitsInPeriod[] => {
  const held = periods.filter(({ units }) => units > 0)
  const days = [
    ...new Set(held.flatMap(({ start, end }) => (end === null ? [start] : [start, end]))),
  ].toSorted()
  const isOpen = held.some(({ end }) => end === null)
  return days
    .map((start, at) => ({
      start,
      end: days[at + 1] ?? null,
      units: unitsOn({ unitsPerPeriod: held }, start),
    }))
    .filter(({ end }) => end !== null || isOpen)
    .reduce<UnitsInPeriod[]>((steps, step) => {
      const last = steps.at(-1)
      return last?.units === step.units
        ? [...steps.slice(0, -1), { ...last, end: step.end }]
        : [...steps, step]
    }, [])
}

/** The most units that periods hold at any one time. */
export const mostAtOnce = (periods: readonly UnitsInPeriod[]): Units =>
  Math.max(0, ...stepsOf(periods).map(({ units }) => units))

/** How many changes are told one by one before the others are only counted. */
const MOST_CHANGES = 3

const amount = (units: Units): string => (units === 0 ? 'none' : showUnits(units))

const wholeText = ({ start, end, units }: UnitsInPeriod): string =>
  `${showUnits(units)} from ${showDay(start)}${end === null ? ', for ever' : ` until ${showDay(end)}`}`

/**
 * A schedule in words beside the figure of a day: "1.30 today, 4.20 from 15 May 2028". What never changes is told as a
 * whole: "16.00 from 15 May 2028, for ever". Without `today` the day is said by its date, as in a file that is kept.
 */
export const scheduleText = (periods: readonly UnitsInPeriod[], on: Day, today?: Day): string => {
  const steps = stepsOf(periods)
  const [first] = steps
  if (first === undefined) return 'none'
  if (steps.length === 1) return wholeText(first)
  const ahead = [
    ...steps.filter(({ start }) => start > on),
    ...steps.slice(-1).flatMap(({ end }) => (end !== null && end > on ? [{ start: end, units: 0 }] : [])),
  ]
  const told = ahead.length > MOST_CHANGES + 1 ? ahead.slice(0, MOST_CHANGES) : ahead
  const last = ahead.at(-1)
  return [
    `${amount(unitsOn({ unitsPerPeriod: steps }, on))} ${on === today ? 'today' : `on ${showDay(on)}`}`,
    ...told.map(({ start, units }) => `${amount(units)} from ${showDay(start)}`),
    ...(told.length < ahead.length && last
      ? [
          `${ahead.length - told.length} more changes, the last to ${amount(last.units)} from ${showDay(last.start)}`,
        ]
      : []),
  ].join(', ')
}
