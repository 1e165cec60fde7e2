import { z } from 'zod'
import { MAX_PAYMENT_DAYS, PAYMENT_EVENTS, type PaymentEvent } from '#domain/money/payment-schedule'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { notStored, numberWith, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const sameNumber = (value: number): number => value

const percent = z
  .number({ error: FIELD_REQUIRED })
  .refine(value => value >= 0 && value <= 100, 'Between 0 and 100')
  .refine(value => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, 'At most 1 decimal')

const wholeDays = z
  .number({ error: FIELD_REQUIRED })
  .refine(value => Number.isInteger(value) && value >= 0 && value <= MAX_PAYMENT_DAYS, {
    error: `A whole number of days, at most ${MAX_PAYMENT_DAYS}`,
  })

const part = (label: string, hint: string) =>
  notStored(withHint(numberWith(label, percent, sameNumber, sameNumber, '%'), hint))
const days = (label: string, hint: string) =>
  notStored(withHint(numberWith(label, wholeDays, sameNumber, sameNumber, 'days'), hint))

const tenthsOf = (value: number): number => Math.round(value * 10)

/** Sets when payments are due in the rounds of a market whose registration opens afterwards. */
export const setPaymentSchedule = action({
  name: 'SetPaymentSchedule',
  on: 'market',
  title: 'Set payment schedule',
  description:
    'Choose which parts of each payment are due, and when. The schedule applies to rounds whose registration opens from now on. Rounds that have opened keep theirs.',
  who: [operator],
  fields: {
    settlementPercent: part(
      'Part due after the settlement',
      'Percentage of each payment. The three parts add up to 100.',
    ),
    settlementDays: days(
      'Days after the settlement',
      'The part is due this many days after the match is accepted.',
    ),
    rightsAllocatedPercent: part('Part due after rights are allocated', 'Enter 0 if nothing is due then.'),
    rightsAllocatedDays: days(
      'Days after rights are allocated',
      'They count from the day on which the rights are allocated.',
    ),
    creditsIssuedPercent: part('Part due after credits are issued', 'Enter 0 if nothing is due then.'),
    creditsIssuedDays: days(
      'Days after credits are issued',
      'They count from the day on which the credits are issued.',
    ),
  },
  initial: ({ paymentSchedule }) => {
    const partOf = (event: PaymentEvent) => {
      const { tenths = 0, days: after = 0 } = paymentSchedule.find(one => one.event === event) ?? {}
      return { percent: tenths / 10, after }
    }
    const [settlement, rights, credits] = PAYMENT_EVENTS.map(partOf)
    return {
      settlementPercent: settlement?.percent ?? null,
      settlementDays: settlement?.after ?? null,
      rightsAllocatedPercent: rights?.percent ?? null,
      rightsAllocatedDays: rights?.after ?? null,
      creditsIssuedPercent: credits?.percent ?? null,
      creditsIssuedDays: credits?.after ?? null,
    }
  },
  check: ({ settlementPercent, rightsAllocatedPercent, creditsIssuedPercent }) => {
    const parts = [settlementPercent, rightsAllocatedPercent, creditsIssuedPercent]
    const total = parts.reduce<number>((sum, percentage) => sum + tenthsOf(percentage ?? 0), 0)
    return total === 1000 ? {} : { creditsIssuedPercent: 'The three parts add up to 100' }
  },
  effect: ({ subject: market, values }) => {
    const parts: Record<PaymentEvent, { tenths: number; days: number }> = {
      settlement: { tenths: tenthsOf(values.settlementPercent), days: values.settlementDays },
      rightsAllocated: { tenths: tenthsOf(values.rightsAllocatedPercent), days: values.rightsAllocatedDays },
      creditsIssued: { tenths: tenthsOf(values.creditsIssuedPercent), days: values.creditsIssuedDays },
    }
    return [
      update('market', market, {
        paymentSchedule: PAYMENT_EVENTS.map(event => ({ event, ...parts[event] })),
      }),
    ]
  },
  done: 'The payment schedule has been saved',
})
