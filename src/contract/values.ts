import { z } from 'zod'
import { CREDIT_STATUSES } from '#domain/credit'
import { CREDIT_TYPES } from '#domain/credit-type'

/** An id: letters, digits and hyphens, never to be taken apart. */
export const id = z.string().meta({ description: 'An id' })

/** A calendar day, yyyy-MM-dd. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ description: 'A calendar day', format: 'date' })

/** A moment, ISO 8601 in UTC. */
export const instant = z.string().meta({ description: 'A moment, ISO 8601 in UTC', format: 'date-time' })

/** Pounds; inside they are whole pence. */
export const money = z.number().meta({ description: 'Pounds, at most two decimals' })

/** For whom the money is that projects receive, in pounds. */
export const proceeds = z
  .object({
    supplier: money.meta({ description: 'The offer, the maintenance and the share of the surplus' }),
    marketOperator: money,
    monitoring: money.meta({ description: 'Checks of performance and of compliance' }),
  })
  .meta({
    id: 'Proceeds',
    description:
      'For whom the money is that projects receive; the three add up to it. null where nothing won, or not told',
  })
export type ProceedsView = z.infer<typeof proceeds>

/** Units; inside they are whole ten-thousandths. */
export const units = z.number().meta({ description: 'Units, at most four decimals' })

export const creditType = z.enum(CREDIT_TYPES).meta({ id: 'CreditType' })
export const creditStatus = z.enum(CREDIT_STATUSES).meta({ id: 'CreditStatus' })

/** Text that may be missing. */
export const maybeText = z.string().nullable()

/** Something by its id and what it is called. */
export const named = z.object({ id, name: z.string() }).meta({ id: 'Named' })
export type Named = z.infer<typeof named>

/** Something that may be missing, by its id and what it is called. */
export const maybeNamed = named.nullable()

/** The choices of a form, whole. */
export const namedList = z.array(named)

/** Where a thing has its own address. */
export const selfLink = z.object({ self: z.string() }).meta({ id: 'SelfLink' })

/** When bids and offers of a round open and close. */
export const biddingTimes = {
  bidsOpen: instant
    .nullable()
    .meta({ description: 'When bids and offers open by themselves, where that is announced' }),
  bidsClose: instant
    .nullable()
    .meta({ description: 'From when on no bid and no offer is accepted, where that is announced' }),
}
