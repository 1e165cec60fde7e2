import { z } from 'zod'
import { period } from './balance.ts'
import { roundOfItem } from './round.ts'
import { creditType, instant, money, proceeds, units } from './values.ts'

/** Units that were won in a settled round, by credit type: what the payment is for. */
export const unitsWon = z
  .array(z.object({ creditType, units }))
  .meta({ description: 'The units that were won, which the payment is for; only with the payment' })
export type UnitsWon = z.infer<typeof unitsWon>

const LOSS_REASONS = ['noCompatibleService', 'notEnoughUnits', 'notInTime', 'group', 'price', 'tie'] as const
export const lossReason = z.enum(LOSS_REASONS)

const count = z.int()
/** With how many of each kind something trades: a requirement with projects, a project with buyers and investors. */
const counterparties = z
  .object({ projects: count, buyers: count, investors: count })
  .meta({ id: 'Counterparties' })

/** What became of one offer or bid, for its owner and the operator. */
export const itemResult = z
  .object({
    won: z.boolean(),
    value: money.meta({ description: 'The winning bid, or the total ask that won; pounds' }),
    share: money,
    payment: money.meta({ description: 'Positive is paid, negative is received; pounds' }),
    proceeds: proceeds.nullable(),
    reason: z.enum([...LOSS_REASONS, 'notConfirmed']).nullable(),
    sentence: z.string(),
    percent: z.number().meta({ description: 'Percent of the requirement won; 100 for projects that won' }),
    ongoingOnly: z.boolean(),
    critical: money.nullable().meta({
      description:
        'The offer or bid at which it would have tied; null when it won, when no price would do, or where it is not told',
    }),
    units: z.array(z.object({ creditType, units, unitsPerPeriod: z.array(period) })).meta({
      description: 'What a requirement won, or the most that a project sold at one time; and when how much',
    }),
    pricePerUnit: money.nullable().meta({
      description: 'Of what is paid or received; null where there are no units, or units of several types',
    }),
    counterparties: counterparties.nullable(),
    surplusOfRound: money.nullable().meta({
      description: 'null where it would tell of a single party (see the disclosure table)',
    }),
  })
  .meta({ id: 'ItemResult' })
export type ItemResult = z.infer<typeof itemResult>

/** What became of it in a settled round before its present one. */
export const earlierResult = z.object({
  round: roundOfItem,
  settledAt: instant.nullable(),
  result: itemResult,
})
export type EarlierResult = z.infer<typeof earlierResult>
