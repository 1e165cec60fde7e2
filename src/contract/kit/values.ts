import { z } from 'zod'
import type { LateStep } from '#domain/money/late-payment'
import { PAYMENT_EVENTS } from '#domain/money/payment-schedule'
import { CREDIT_STATUSES } from '#domain/credit/credit'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'

/** An id: opaque, with letters of the alphabet, digits and hyphens. Never parse it. */
export const id = z.string().meta({ description: 'Id: opaque text, never to be parsed' })

/** A calendar day, yyyy-MM-dd. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ description: 'Date, yyyy-MM-dd', format: 'date' })

/** An instant, ISO 8601 in UTC. */
export const instant = z.string().meta({ description: 'Instant, ISO 8601 in UTC', format: 'date-time' })

/** Pounds; whole pence in the server. */
export const money = z.number().meta({ description: 'Pounds, with at most two decimals' })

/** Recipients of payments to projects, in pounds. */
export const proceeds = z
  .object({
    supplier: money.meta({ description: 'Offer, maintenance cost and share of the surplus' }),
    maintenance: money.meta({
      description: 'Part of what the supplier receives that is held for maintenance',
    }),
    marketOperator: money,
    monitoring: money.meta({ description: 'Performance and compliance checks' }),
  })
  .meta({
    id: 'Proceeds',
    description:
      'Parts of the money that projects receive; what the supplier, the market operator and monitoring receive adds up to the whole amount. Null if nothing won or you may not see it',
  })
export type ProceedsView = z.infer<typeof proceeds>

/** A part of each payment, and when it is due. */
const paymentPart = z
  .object({
    event: z.enum(PAYMENT_EVENTS),
    tenths: z.int().meta({ description: 'Tenths of a percent of the payment' }),
    days: z.int().meta({ description: 'Days after the event on which the part is due' }),
  })
  .meta({ id: 'PaymentPart' })
/** Parts of each payment with their due dates; together the whole. */
export const paymentSchedule = z.array(paymentPart)

const days = z.int()
/** Days after the due date of an unpaid invoice on which each step follows. */
export const latePaymentTerms = z
  .object({
    ...({ reminder: days, secondReminder: days, finalNotice: days, lapse: days } satisfies Record<
      LateStep,
      z.ZodType
    >),
    interest: z.boolean().optional().meta({ description: 'True if late payments bear statutory interest' }),
  })
  .meta({ id: 'LatePaymentTerms' })

/** Deposit for each bid in pounds; null if there is none. */
export const depositPerBid = money.nullable().meta({
  description: 'Pounds that bidders pay as a deposit for each bid; null if there is none',
})

/** Credit units. The server stores them as an integer number of ten-thousandths. */
export const units = z.number().meta({ description: 'Units, with at most four decimals' })

export const creditType = z.enum(CREDIT_TYPES).meta({ id: 'CreditType' })
export const creditStatus = z.enum(CREDIT_STATUSES).meta({ id: 'CreditStatus' })

/** Text or null. */
export const nullableText = z.string().nullable()

/** A thing by its id and name. */
export const idAndName = z.object({ id, name: z.string() }).meta({ id: 'Named' })
export type IdAndName = z.infer<typeof idAndName>

/** A thing by its id and name, or null. */
export const nullableIdAndName = idAndName.nullable()

/** All choices of a form. */
export const idAndNameList = z.array(idAndName)

/** Address of a thing. */
export const selfLink = z.object({ self: z.string() }).meta({ id: 'SelfLink' })

/** Opening and closing times of bids and offers of a round. */
export const biddingTimes = {
  bidsOpen: instant
    .nullable()
    .meta({ description: 'Time at which bids and offers open automatically, if announced' }),
  bidsClose: instant
    .nullable()
    .meta({ description: 'Time from which no bid or offer is accepted, if announced' }),
}

/** Format of an answer that is JSON unless it is asked for as CSV. */
export const csvFormat = z.enum(['csv']).optional()
