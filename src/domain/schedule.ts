import { levelsOf, unitsOn } from './balance.ts'
import { showDay, type Day } from './dates.ts'
import { showUnits, type Units } from './units.ts'

/** Ten-thousandths of a unit from a day until (not including) another; without an end for ever. */
export interface UnitsInPeriod {
  start: Day
  end: Day | null
  units: Units
}

const LINES = ['held'] as const

/**
 * Periods of any order, overlapping or not, as steps that follow each other without gaps, from the first unit to the last:
 * neighbours differ, and what lies between without units is a step of 0.
 */
export const stepsOf = (periods: readonly UnitsInPeriod[]): UnitsInPeriod[] =>
  levelsOf(
    LINES,
    periods.map(({ start, end, units }) => ({ start, end, units, line: 'held' })),
  ).map(({ start, end, units }) => ({ start, end, units: units.held }))

/** The most units that periods hold at any one time. */
export const mostAtOnce = (periods: readonly UnitsInPeriod[]): Units =>
  Math.max(0, ...stepsOf(periods).map(({ units }) => units))

/** How many changes are told one by one before the others are only counted. */
const MOST_CHANGES = 2

/** What would be shown as nothing although it is not. */
const LEAST_SHOWN: Units = 50

const amount = (units: Units): string =>
  units === 0 ? 'none' : units < LEAST_SHOWN ? 'under 0.01' : showUnits(units)

/** Steps as they are told: what differs by less than is shown is the same. */
const told = (steps: readonly UnitsInPeriod[]): UnitsInPeriod[] =>
  steps.reduce<UnitsInPeriod[]>((joined, step) => {
    const last = joined.at(-1)
    return last && amount(last.units) === amount(step.units)
      ? [...joined.slice(0, -1), { ...last, end: step.end }]
      : [...joined, step]
  }, [])

const from = ({ start, units }: Pick<UnitsInPeriod, 'start' | 'units'>): string =>
  `${amount(units)} from ${showDay(start)}`

/** A whole schedule in words, as in a file that is kept: "1.30 from 1 Nov 2026, 4.20 from 15 May 2028, none from 1 Jan 2031". */
export const wholeScheduleText = (periods: readonly UnitsInPeriod[]): string => {
  const steps = told(stepsOf(periods))
  const end = steps.at(-1)?.end ?? null
  return [...steps, ...(end === null ? [] : [{ start: end, units: 0 }])].map(from).join(', ')
}

/**
 * A schedule in words beside the figure of a day: "1.30 today, 4.20 from 15 May 2028". What never changes is told as a
 * whole: "16.00 from 15 May 2028, for ever". Without `today` the day is said by its date, as in a file that is kept.
 */
export const scheduleText = (periods: readonly UnitsInPeriod[], on: Day, today?: Day): string => {
  const steps = told(stepsOf(periods))
  const [first] = steps
  const last = steps.at(-1)
  if (first === undefined || last === undefined) return 'none'
  if (steps.length === 1)
    return `${from(first)}${first.end === null ? ', for ever' : ` until ${showDay(first.end)}`}`
  if (last.end !== null && last.end <= on) return `none since ${showDay(last.end)}`
  const ahead = [
    ...steps.filter(({ start }) => start > on),
    ...(last.end === null ? [] : [{ start: last.end, units: 0 }]),
  ]
  const near = ahead.length > MOST_CHANGES + 1 ? ahead.slice(0, MOST_CHANGES) : ahead
  const end = ahead.at(-1)
  const between = ahead.length - near.length - 1
  return [
    `${amount(unitsOn({ unitsPerPeriod: steps }, on))} ${on === today ? 'today' : `on ${showDay(on)}`}`,
    ...near.map(from),
    ...(near.length < ahead.length && end
      ? [`after ${between} more ${between === 1 ? 'change' : 'changes'} ${from(end)}`]
      : []),
    ...(ahead.length === 0 ? ['for ever'] : []),
  ].join(', ')
}
