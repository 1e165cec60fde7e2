import { HOLDINGS, type Holding } from '#domain/credit/balance'
import { isInPeriod, type Day, type Period } from '@credit-market/values/dates'
import type { BalanceLine, BalanceOfType, BalancePeriod } from '#contract/kit/balance'
import { dateToMilliseconds } from './figures.ts'

const YEAR = 365.25 * 86_400_000

/** Fraction of the width that is reserved for what lasts for ever. */
const TAIL = 0.14

/**
 * Scale from dates to pixels: linear while anything changes, and compressed after that, so that every date
 * has a position.
 */
export interface BalanceBandAxis {
  from: number
  /** Last instant on the linear part. */
  known: number
  /** Position of that instant, in pixels. */
  bend: number
  x: (day: Day) => number
}

export const createBalanceBandAxis = (
  periods: readonly BalancePeriod[],
  today: Day,
  width: number,
): BalanceBandAxis => {
  const days = periods.flatMap(({ start, end }) => (end === null ? [start] : [start, end]))
  const isOpen = periods.some(({ end }) => end === null)
  const times = [...days, today].map(dateToMilliseconds)
  const from = Math.min(...times)
  const known = Math.max(from + YEAR / 12, ...times)
  const bend = isOpen ? width * (1 - TAIL) : width
  const x = (day: Day): number => {
    const time = Math.max(from, dateToMilliseconds(day))
    if (time <= known) return ((time - from) / (known - from)) * bend
    return bend + (width - bend) * (1 - Math.exp((known - time) / (10 * YEAR)))
  }
  return { from, known, bend, x }
}

/** Units of one holding in one period, as a block of the band. */
export interface BalanceBandBlock {
  holding: Holding
  start: Day
  left: number
  right: number
  /** Lower edge, in units. */
  low: number
  high: number
}

/** Holdings of a balance sheet over time, stacked in the order of the legend: the first is on top. */
export const layOutBalanceBand = (
  periods: readonly BalancePeriod[],
  { x }: BalanceBandAxis,
  width: number,
): BalanceBandBlock[] =>
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

/** Period that contains a date. */
export const findPeriodOnDate = <P extends Period>(periods: readonly P[], day: Day): P | undefined =>
  periods.find(period => isInPeriod(day, period))

const NO_UNITS: BalanceLine = {
  ...{ total: 0, unsold: 0, reserve: 0, rightsCreated: 0 },
  ...{ rightsAllocated: 0, issued: 0, redeemed: 0, retired: 0 },
}

/**
 * Figures of a balance sheet on a date. If its periods are only samples, they are known only for the date of its
 * exact figures.
 */
export const findLineOnDate = (
  { periods, onDay }: BalanceOfType,
  day: Day,
  onlyExactDate?: Day,
): BalanceLine | undefined => {
  if (onlyExactDate === undefined) return findPeriodOnDate(periods, day) ?? NO_UNITS
  return day === onlyExactDate ? onDay : undefined
}

/** Holdings with units at any time, in the order of the legend. */
export const listHoldingsWithUnits = ({
  periods,
  onDay,
}: Pick<BalanceOfType, 'periods' | 'onDay'>): Holding[] =>
  HOLDINGS.filter(holding => [onDay, ...periods].some(line => line[holding] > 0))

/** Dates on which anything changes, in order. */
export const listChangeDates = (schedules: readonly (readonly Period[])[]): Day[] =>
  [
    ...new Set(schedules.flat().flatMap(({ start, end }) => (end === null ? [start] : [start, end]))),
  ].toSorted()
