import { addDays, type Day } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { Units } from '@credit-market/values/units'

/** Events after which parts of a payment are due, in the order in which they happen. */
export const PAYMENT_EVENTS = ['settlement', 'rightsAllocated', 'creditsIssued'] as const
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number]

/** A part of each payment, in tenths of a percent, and the days after its event on which it is due. */
export interface PaymentPart {
  event: PaymentEvent
  tenths: number
  days: number
}

/** One part for each event, in order; together the whole. */
export type PaymentSchedule = readonly PaymentPart[]

/** Schedule of a market that has set none: 10, 40 and 50 percent. */
export const DEFAULT_PAYMENT_SCHEDULE: PaymentSchedule = [
  { event: 'settlement', tenths: 100, days: 30 },
  { event: 'rightsAllocated', tenths: 400, days: 30 },
  { event: 'creditsIssued', tenths: 500, days: 30 },
]

/** Longest time after an event, in days. */
export const MAX_PAYMENT_DAYS = 365

/** Days, as in "30 days after the settlement". */
const afterText = (days: number): string =>
  days === 0 ? 'at' : days === 1 ? '1 day after' : `${days} days after`

const EVENT_TEXTS: Readonly<Record<PaymentEvent, string>> = {
  settlement: 'the settlement',
  rightsAllocated: 'the allocation of rights',
  creditsIssued: 'the issue of credits',
}

/** A schedule in words, such as "10% 30 days after the settlement, 90% at the issue of credits". */
export const paymentScheduleText = (schedule: PaymentSchedule): string =>
  schedule
    .filter(({ tenths }) => tenths > 0)
    .map(({ event, tenths, days }) => `${tenths / 10}% ${afterText(days)} ${EVENT_TEXTS[event]}`)
    .join(', ')

/** A part of an amount, in pence, and its due date; null as long as its event has not happened. */
export interface Instalment {
  amount: Pence
  /** Event after which it is due. */
  event: PaymentEvent | 'checkPassed'
  /** Year of the check that it waits for; null for other events. */
  year: number | null
  due: Day | null
}

/** Divides pence by whole-number weights: each part is rounded down, and the last one gets what remains. */
const divideByWeights = (amount: Pence, weights: readonly number[]): Pence[] => {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const last = weights.findLastIndex(weight => weight > 0)
  const parts = weights.map((weight, at) =>
    at === last ? 0 : Number((BigInt(amount) * BigInt(weight)) / BigInt(all)),
  )
  const rest = amount - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, at) => (at === last ? rest : part))
}

/** Units that an offer sold or a bid won in one credit, and the days on which its rights and credits came. */
export interface SoldUnits {
  units: Units
  rightsAllocated: Day | null
  creditsIssued: Day | null
}

/**
 * Instalments of an amount by a schedule. What is due after rights are allocated and credits are issued is divided by the units sold,
 * so that a supplier's money is due when its buyers' is, however far each of them is. Instalments due on one day are one.
 */
export const listInstalments = (
  amount: Pence,
  schedule: PaymentSchedule,
  settledOn: Day,
  sold: readonly SoldUnits[],
): Instalment[] => {
  const amounts = divideByWeights(
    amount,
    schedule.map(({ tenths }) => tenths),
  )
  return schedule.flatMap(({ event, days }, at) => {
    const happened =
      event === 'settlement'
        ? [{ units: 1, day: settledOn }]
        : sold.map(one => ({ units: one.units, day: one[event] }))
    const parts = happened.length === 0 ? [{ units: 1, day: null }] : happened
    const shares = divideByWeights(
      amounts[at]!,
      parts.map(({ units }) => units),
    )
    const byDay = new Map<Day | null, Pence>()
    for (const [nth, { day }] of parts.entries()) byDay.set(day, (byDay.get(day) ?? 0) + shares[nth]!)
    return [...byDay]
      .filter(([, share]) => share > 0)
      .map(([day, share]): Instalment => ({
        amount: share,
        event,
        year: null,
        due: day === null ? null : addDays(day, days),
      }))
  })
}

/** A scheduled check of compliance in a year after delivery, and the day on which it was passed. */
export interface MaintenanceCheck {
  year: number
  passedOn: Day | null
}

/** Days after a passed check on which its part of the maintenance fund is due. */
const DAYS_AFTER_CHECK = 30

/**
 * Instalments of the money held for the maintenance of a project: an equal part for each scheduled check of compliance, due once it
 * is passed. Without a schedule, before delivery is verified, the whole waits for the first check.
 */
export const listMaintenanceInstalments = (
  held: Pence,
  checks: readonly MaintenanceCheck[],
): Instalment[] => {
  if (checks.length === 0)
    return held > 0 ? [{ amount: held, event: 'checkPassed', year: null, due: null }] : []
  const amounts = divideByWeights(
    held,
    checks.map(() => 1),
  )
  return checks
    .map(({ year, passedOn }, at): Instalment => ({
      amount: amounts[at]!,
      event: 'checkPassed',
      year,
      due: passedOn === null ? null : addDays(passedOn, DAYS_AFTER_CHECK),
    }))
    .filter(({ amount }) => amount > 0)
}
