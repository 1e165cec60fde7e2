import { z } from 'zod'
import { creditType, day, id, units } from './values.ts'

/** The day that figures are for. */
export const on = day
  .optional()
  .meta({ description: 'The day that units are counted for; today, in London, unless told' })

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

/** Where units are from a day until (not including) another; without an end for ever. */
export const balancePeriod = z
  .object({ start: day, end: day.nullable(), ...line })
  .meta({ id: 'BalancePeriod' })
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
