import { HOLDINGS, type Holding } from '#domain/balance'
import { isDuring, type Day, type Stretch } from '#domain/dates'
import type { BalanceOfType, BalancePeriod } from '#contract/balance'
import { timeOf } from './figures.ts'

const YEAR = 365.25 * 86_400_000

/** The part of the width that is kept for what lasts for ever. */
const TAIL = 0.14

/** Days to pixels: in proportion while anything changes, and after that ever slower, so that any day has a place. */
export interface BandAxis {
  from: number
  /** The last moment that is drawn in proportion. */
  known: number
  /** Where that is, in pixels. */
  bend: number
  x: (day: Day) => number
}

export const axisOf = (periods: readonly BalancePeriod[], today: Day, width: number): BandAxis => {
  const days = periods.flatMap(({ start, end }) => (end === null ? [start] : [start, end]))
  const isOpen = periods.some(({ end }) => end === null)
  const times = [...days, today].map(timeOf)
  const from = Math.min(...times)
  const known = Math.max(from + YEAR / 12, ...times)
  const bend = isOpen ? width * (1 - TAIL) : width
  const x = (day: Day): number => {
    const time = Math.max(from, timeOf(day))
    if (time <= known) return ((time - from) / (known - from)) * bend
    return bend + (width - bend) * (1 - Math.exp((known - time) / (10 * YEAR)))
  }
  return { from, known, bend, x }
}

/** Units of one holding in one period, as a block of the band. */
export interface BandBlock {
  holding: Holding
  start: Day
  left: number
  right: number
  /** From the floor, in units. */
  low: number
  high: number
}

/** The holdings of a balance sheet over time, one on the other in the order of the legend: the first stands on top. */
export const blocksOf = (periods: readonly BalancePeriod[], { x }: BandAxis, width: number): BandBlock[] =>
  periods.flatMap(period => {
    let low = 0
    return HOLDINGS.toReversed().flatMap(holding => {
      const units = period[holding]
      if (units === 0) return []
      const block = {
        holding,
        start: period.start,
        left: x(period.start),
        right: period.end === null ? width : x(period.end),
        low,
        high: low + units,
      }
      low += units
      return [block]
    })
  })

/** The period that a day lies in. */
export const periodOn = <P extends Stretch>(periods: readonly P[], day: Day): P | undefined =>
  periods.find(period => isDuring(day, period))

/** The holdings that hold anything at any time, in the order of the legend. */
export const heldIn = ({ periods }: Pick<BalanceOfType, 'periods'>): Holding[] =>
  HOLDINGS.filter(holding => periods.some(period => period[holding] > 0))

/** The days on which anything changes, in order. */
export const daysIn = (schedules: readonly (readonly Stretch[])[]): Day[] =>
  [
    ...new Set(schedules.flat().flatMap(({ start, end }) => (end === null ? [start] : [start, end]))),
  ].toSorted()
