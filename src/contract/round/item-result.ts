import { z } from 'zod'
import { period } from '../kit/balance.ts'
import { roundOfItem } from './round.ts'
import { creditType, instant, money, proceeds, units } from '../kit/values.ts'

/** Units won in a settled round, by credit type, for which the payment is. */
export const unitsWon = z
  .array(z.object({ creditType, units }))
  .meta({ description: 'Units won, for which the payment is made; given only together with the payment' })
export type UnitsWon = z.infer<typeof unitsWon>

const LOSS_REASONS = [
  'noCompatibleService',
  'notEnoughUnits',
  'notInTime',
  'group',
  'price',
  'tie',
  'notInBestKnown',
] as const
export const lossReason = z.enum(LOSS_REASONS)

const count = z.int()
/** Number of trading partners: projects of a requirement, buyers and investors of a project. */
const counterparties = z
  .object({ projects: count, buyers: count, investors: count })
  .meta({ id: 'Counterparties' })

/** Result of one offer or bid, for its owner and the operator. */
export const itemResult = z
  .object({
    won: z.boolean(),
    value: money.meta({ description: 'Winning bid or winning total ask, in pounds' }),
    share: money,
    payment: money.meta({ description: 'Payment in pounds; positive if paid, negative if received' }),
    proceeds: proceeds.nullable(),
    reason: z.enum([...LOSS_REASONS, 'notConfirmed', 'depositMissing', 'groupDepositMissing']).nullable(),
    sentence: z.string(),
    percent: z
      .number()
      .meta({ description: 'Percentage of the requirement that won; 100 for projects that won' }),
    ongoingOnly: z.boolean(),
    critical: money.nullable().meta({
      description:
        'Offer or bid at which it would have tied; null if it won, if no price would have sufficed, or if you may not see it',
    }),
    units: z.array(z.object({ creditType, units, unitsPerPeriod: z.array(period) })).meta({
      description:
        'Units that a requirement won, or the most that a project sold at one time, and the units by period',
    }),
    pricePerUnit: money.nullable().meta({
      description: 'Price per unit paid or received; null without units or with units of several types',
    }),
    counterparties: counterparties.nullable(),
    surplusOfRound: money.nullable().meta({
      description: 'Null if it would reveal a single party (see the disclosure table)',
    }),
  })
  .meta({ id: 'ItemResult' })
export type ItemResult = z.infer<typeof itemResult>

/** Its result in an earlier settled round. */
export const earlierResult = z.object({
  round: roundOfItem,
  settledAt: instant.nullable(),
  result: itemResult,
})
export type EarlierResult = z.infer<typeof earlierResult>
