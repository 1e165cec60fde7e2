import { z } from 'zod'
import { DEPOSIT_STATES } from '#domain/money/deposit'
import { day, idAndName, money } from '../kit/values.ts'

/** The deposit of a bid: what to pay, by when, and its state. */
export const depositOfBid = z
  .object({
    document: idAndName.meta({ description: 'Document that asks for it' }),
    round: idAndName.meta({
      description:
        'Round of the bid; an earlier one after registering again, until the new round asks for one',
    }),
    amount: money,
    due: day,
    reference: z.string().meta({ description: 'Structured reference for its payment (ISO 11649)' }),
    paid: money.meta({ description: 'Pounds received' }),
    setOff: money.meta({ description: 'Pounds that paid invoices' }),
    paidBack: money.meta({ description: 'Pounds that the bank has paid back' }),
    state: z.enum(DEPOSIT_STATES),
  })
  .meta({ id: 'DepositOfBid' })
