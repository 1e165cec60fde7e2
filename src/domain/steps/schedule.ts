import { sumEntriesIntoLevels, unitsOnDate } from '../credit/balance.ts'
import { showDay, type Day } from '@credit-market/values/dates'
import { showUnits, type Units } from '@credit-market/values/units'

/** Ten-thousandths of a unit from a day until (not including) another; permanent without an end. */
export interface UnitsInPeriod {
  start: Day
  end: Day | null
  units: Units
}

const LINES = ['held'] as const

/**
 * Converts periods in any order, overlapping or not, to steps without gaps from the first unit to the last: neighbours differ,
 * and a gap is a step of 0.
 */
export const mergeUnitsByPeriod = (periods: readonly UnitsInPeriod[]): UnitsInPeriod[] =>
  sumEntriesIntoLevels(
    LINES,
    periods.map(({ start, end, units }) => ({ start, end, units, line: 'held' })),
  ).map(({ start, end, units }) => ({ start, end, units: units.held }))

/** Most units of the periods at any one time. */
export const maxUnitsAtOnce = (periods: readonly UnitsInPeriod[]): Units =>
  Math.max(0, ...mergeUnitsByPeriod(periods).map(({ units }) => units))

/** Number of changes that a text lists before it only counts the others. */
const MOST_CHANGES = 2

/** Smallest amount that does not display as zero. */
const LEAST_SHOWN: Units = 50

const amount = (units: Units): string =>
  units === 0 ? 'none' : units < LEAST_SHOWN ? 'under 0.01' : showUnits(units)

/** Merges steps that would display alike. */
const told = (steps: readonly UnitsInPeriod[]): UnitsInPeriod[] =>
  steps.reduce<UnitsInPeriod[]>((joined, step) => {
    const last = joined.at(-1)
    return last && amount(last.units) === amount(step.units)
      ? [...joined.slice(0, -1), { ...last, end: step.end }]
      : [...joined, step]
  }, [])

const from = ({ start, units }: Pick<UnitsInPeriod, 'start' | 'units'>): string =>
  `${amount(units)} from ${showDay(start)}`

/** A whole schedule as text, for files: "1.30 from 1 Nov 2026, 4.20 from 15 May 2028, none from 1 Jan 2031". */
export const wholeScheduleText = (periods: readonly UnitsInPeriod[]): string => {
  const steps = told(mergeUnitsByPeriod(periods))
  const end = steps.at(-1)?.end ?? null
  return [...steps, ...(end === null ? [] : [{ start: end, units: 0 }])].map(from).join(', ')
}

/**
 * A schedule as text for a figure on a day: "1.30 today, 4.20 from 15 May 2028". A constant one is shown whole: "16.00 from 15
 * May 2028, for ever". Without `today` the text has the date, for files.
 */
export const scheduleText = (periods: readonly UnitsInPeriod[], on: Day, today?: Day): string => {
  const steps = told(mergeUnitsByPeriod(periods))
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
    `${amount(unitsOnDate({ unitsPerPeriod: steps }, on))} ${on === today ? 'today' : `on ${showDay(on)}`}`,
    ...near.map(from),
    ...(near.length < ahead.length && end
      ? [`${from(end)} after ${between} more ${between === 1 ? 'change' : 'changes'}`]
      : []),
    ...(ahead.length === 0 ? ['for ever'] : []),
  ].join(', ')
}
