import { z } from 'zod'
import { isDay } from '@credit-market/values/dates'
import { wholeScheduleText } from '#domain/steps/schedule'
import { toUnits } from '@credit-market/values/units'
import { creditType, day, id, units } from './values.ts'

const FIRST_DAY = '1000-01-01'

/** A day in a query, which may be left out. */
export const dateOfQuery = (description: string) =>
  z
    .string()
    .refine(text => isDay(text) && text >= FIRST_DAY, { message: 'must be a date such as 2026-11-22' })
    .optional()
    .meta({ description, format: 'date' })

/** Query of an endpoint whose figures are for a date. */
export const dateQuery = z.object({
  on: dateOfQuery('Date for which units are counted; default: today in London'),
})

/** Query of an endpoint about entries of the books in a period; one that ends before it begins is refused. */
export const periodQuery = z
  .object({
    from: dateOfQuery('First day, by accounting dates; default: the beginning of the books'),
    until: dateOfQuery('Last day, not before the first; default: the end of the books'),
  })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    message: 'must not be before from',
    path: ['until'],
  })

/** Units from a day until (not including) another; permanent without an end. */
export const period = z.object({ start: day, end: day.nullable(), units })

/** A whole schedule as text, for a file. */
export const scheduleAsText = (periods: readonly z.infer<typeof period>[]): string =>
  wholeScheduleText(periods.map(one => ({ ...one, units: toUnits(one.units) })))

/** Units of one credit type: on the date of the answer, and over all time. */
export const quantity = z
  .object({ creditType, units, unitsPerPeriod: z.array(period) })
  .meta({ id: 'Quantity' })
export type Quantity = z.infer<typeof quantity>

const line = {
  total: units.meta({ description: 'All certified units: the sum of the other lines' }),
  unsold: units,
  reserve: units,
  rightsCreated: units,
  rightsAllocated: units,
  issued: units,
  redeemed: units,
  retired: units,
}

/** Units by line on one date; `total` is the sum of the other lines. */
export const balanceLine = z.object(line).meta({ id: 'BalanceLine' })
export type BalanceLine = z.infer<typeof balanceLine>

/** Units on one date, by credit type and line of the balance sheet. */
export const balanceOnDay = z
  .array(balanceLine.extend({ creditType }))
  .meta({ description: 'Certified units on the date, by credit type and line of the balance sheet' })
export type BalanceOnDay = z.infer<typeof balanceOnDay>

/** Units by line from a day until (not including) another; permanent without an end. */
const balancePeriod = z.object({ start: day, end: day.nullable(), ...line }).meta({ id: 'BalancePeriod' })
export type BalancePeriod = z.infer<typeof balancePeriod>

const schedule = {
  creditType,
  credits: z.int().meta({ description: 'Number of credits with units on the date' }),
  onDay: balanceLine,
  periods: z
    .array(balancePeriod)
    .meta({ description: 'Periods in order, without gaps, from the first unit on' }),
}

/** Balance sheet of one credit type: on the requested date, and over all time. */
export const balanceOfType = z.object(schedule).meta({ id: 'BalanceOfType' })
export type BalanceOfType = z.infer<typeof balanceOfType>

/** Balance sheet of a list of credits. */
export const balanceSheet = z.object({ on: day, types: z.array(balanceOfType) }).meta({ id: 'BalanceSheet' })
export type BalanceSheet = z.infer<typeof balanceSheet>

/** Periods of each credit type that the balance sheet of a list has at most, unless all are requested. */
export const PERIODS_OF_TYPE = 60

/** Dates on which the periods of a balance sheet begin: any, or only first days of months, quarters or years. */
export const RESOLUTIONS = ['day', 'month', 'quarter', 'year'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** Balance sheet of a list of credits, with all periods or with fewer. */
export const listBalanceSheet = balanceSheet
  .extend({
    resolution: z.enum(RESOLUTIONS).meta({
      description: `Dates on which periods begin. \`day\`: every date on which units change. Otherwise units are those on the first day of each month, quarter or year, because there would be more than ${PERIODS_OF_TYPE} periods; \`onDay\` is always exact`,
    }),
  })
  .meta({ id: 'ListBalanceSheet' })
export type ListBalanceSheet = z.infer<typeof listBalanceSheet>

/** Balance sheet of a project: by service, and in total. */
export const projectBalance = balanceSheet
  .extend({ services: z.array(z.object({ id, name: z.string(), ...schedule })) })
  .meta({ id: 'ProjectBalance' })
export type ProjectBalance = z.infer<typeof projectBalance>
