import {
  type BalancePeriod,
  type BalanceSheet,
  type ListBalanceSheet,
  PERIODS_OF_TYPE,
  type Resolution,
  RESOLUTIONS,
} from '#contract/kit/balance'
import type { Day } from '@credit-market/values/dates'

const MONTHS: Record<Exclude<Resolution, 'day'>, number> = { month: 1, quarter: 3, year: 12 }

/** First day of a month, quarter or year on or after a date. */
const firstDayFrom = (day: Day, resolution: Resolution): Day => {
  if (resolution === 'day') return day
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const length = MONTHS[resolution]
  const months = Math.ceil((month - 1 + (date > 1 ? 1 : 0)) / length) * length
  return new Date(Date.UTC(year, months, 1)).toISOString().slice(0, 10)
}

/**
 * Levels on the first days of months, quarters or years, each until the next such day on which something is different. The
 * first period begins with the first unit and the last ends with the last, whatever the resolution.
 */
const samplePeriods = (periods: readonly BalancePeriod[], resolution: Resolution): BalancePeriod[] => {
  const sampled = periods.flatMap((period, at): BalancePeriod[] => {
    const start = at === 0 ? period.start : firstDayFrom(period.start, resolution)
    return period.end === null || start < period.end ? [{ ...period, start }] : []
  })
  const last = periods.at(-1)?.end ?? null
  return sampled.map((period, at) => ({ ...period, end: sampled[at + 1]?.start ?? last }))
}

const inResolution = ({ on, types }: BalanceSheet, resolution: Resolution): ListBalanceSheet => ({
  on,
  resolution,
  types: types.map(type => ({ ...type, periods: samplePeriods(type.periods, resolution) })),
})

const isSmall = ({ types }: ListBalanceSheet): boolean =>
  types.every(({ periods }) => periods.length <= PERIODS_OF_TYPE)

/**
 * A balance sheet with all its periods, or with at most as many of each credit type as a chart can show: in the finest
 * resolution that has no more. In years there may be more.
 */
export const limitPeriods = (sheet: BalanceSheet, periods: 'all' | undefined): ListBalanceSheet => {
  const finest = RESOLUTIONS.find(resolution => isSmall(inResolution(sheet, resolution)))
  return inResolution(sheet, periods === 'all' ? 'day' : (finest ?? 'year'))
}
