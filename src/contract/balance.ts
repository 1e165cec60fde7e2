import { z } from 'zod'
import { isDay } from '#domain/dates'
import { wholeScheduleText } from '#domain/schedule'
import { unitsOf } from '#domain/units'
import { creditType, day, id, units } from './values.ts'

const FIRST_DAY = '1000-01-01'

/** The day that figures are asked for. */
const on = z
  .string()
  .refine(text => isDay(text) && text >= FIRST_DAY, { message: 'is a day such as 2026-11-22' })
  .optional()
  .meta({ description: 'The day that units are counted for; today, in London, unless told', format: 'date' })

/** What is asked of an endpoint whose figures are for a day, if nothing else is. */
export const onDay = z.object({ on })

/** Units held from a day until (not including) another; without an end for ever. */
export const period = z.object({ start: day, end: day.nullable(), units })

/** A whole schedule in words, for a file. */
export const scheduleInWords = (periods: readonly z.infer<typeof period>[]): string =>
  wholeScheduleText(periods.map(one => ({ ...one, units: unitsOf(one.units) })))

/** Units of one credit type: on the day that the answer is for, and over all time. */
export const quantity = z
  .object({ creditType, units, unitsPerPeriod: z.array(period) })
  .meta({ id: 'Quantity' })
export type Quantity = z.infer<typeof quantity>

const line = {
  total: units.meta({ description: 'All certified units: the sum of the lines below' }),
  unsold: units,
  reserve: units,
  rightsCreated: units,
  rightsAllocated: units,
  issued: units,
  redeemed: units,
  retired: units,
}

/** Where units are on one day; `total` is the sum of the others. */
export const balanceLine = z.object(line).meta({ id: 'BalanceLine' })
export type BalanceLine = z.infer<typeof balanceLine>

/** Where the units of something are on a day, type by type. */
export const balanceOnDay = z
  .array(balanceLine.extend({ creditType }))
  .meta({ description: 'Where its certified units are on the day, by credit type' })
export type BalanceOnDay = z.infer<typeof balanceOnDay>

/** Where units are from a day until (not including) another; without an end for ever. */
const balancePeriod = z.object({ start: day, end: day.nullable(), ...line }).meta({ id: 'BalancePeriod' })
export type BalancePeriod = z.infer<typeof balancePeriod>

const schedule = {
  creditType,
  credits: z.int().meta({ description: 'How many credits hold any of it on the day' }),
  onDay: balanceLine,
  periods: z
    .array(balancePeriod)
    .meta({ description: 'In order of time, without gaps, from the first unit on' }),
}

/** The balance sheet of one credit type: on the day asked for, and over all time. */
export const balanceOfType = z.object(schedule).meta({ id: 'BalanceOfType' })
export type BalanceOfType = z.infer<typeof balanceOfType>

/** The balance sheet of a list of credits. */
export const balanceSheet = z.object({ on: day, types: z.array(balanceOfType) }).meta({ id: 'BalanceSheet' })
export type BalanceSheet = z.infer<typeof balanceSheet>

/** The balance sheet of a project: service by service, and in sum. */
export const projectBalance = balanceSheet
  .extend({ services: z.array(z.object({ id, name: z.string(), ...schedule })) })
  .meta({ id: 'ProjectBalance' })
export type ProjectBalance = z.infer<typeof projectBalance>
