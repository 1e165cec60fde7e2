import { z } from 'zod'
import { PAYMENT_DIRECTIONS, PAYMENT_RULES, PAYMENT_STATES } from '#domain/money/bank-line'
import { defineColumns, derivedColumn } from '../columns/column.ts'
import { choiceFilter, defineNoun, idsFilter } from '../kit/noun.ts'
import { day, id, idAndName, instant, money } from '../kit/values.ts'

/** Columns of payments in downloads. */
export const PAYMENT_COLUMNS = defineColumns('payment', {
  bookedOn: derivedColumn('Date'),
  direction: derivedColumn('Direction'),
  party: derivedColumn('Organisation'),
  invoice: derivedColumn('Invoice'),
  amount: derivedColumn('Amount (GBP)'),
  state: derivedColumn('State'),
  reference: derivedColumn('Payment reference'),
})

export const paymentRule = z
  .enum(PAYMENT_RULES)
  .meta({ id: 'PaymentRule', description: 'Why it belongs to the invoice' })

export const paymentRow = z
  .object({
    id,
    bookedOn: day.meta({ description: 'Day of the bank' }),
    bookedAt: instant.meta({ description: 'When it was entered in the books' }),
    direction: z.enum(PAYMENT_DIRECTIONS).meta({
      description:
        'Whether the market operator received it from the organisation, or paid it to the organisation',
    }),
    party: idAndName.meta({ description: 'Organisation of the invoice' }),
    invoice: idAndName,
    amount: money.meta({ description: 'Pounds of the invoice that it pays' }),
    rule: paymentRule,
    state: z.enum(PAYMENT_STATES).meta({
      description: 'Booked, returned by the bank, or taken back because it was booked by mistake',
    }),
    endedAt: instant.nullable().meta({ description: 'When it was returned or taken back' }),
    reference: z.string().meta({ description: 'Structured reference of the invoice (ISO 11649)' }),
  })
  .meta({ id: 'PaymentRow' })
export type PaymentRow = z.infer<typeof paymentRow>

/** The part of a bank line that belongs to an invoice. Pages show it with both; programs read all in one list. */
export const payment = defineNoun({
  kind: 'payment',
  list: 'payments',
  called: ['payment', 'payments'],
  readBy: 'parent',
  parents: [['invoice', 'invoiceId']],
  row: paymentRow,
  filters: {
    partyId: idsFilter,
    invoiceId: idsFilter,
    direction: choiceFilter(PAYMENT_DIRECTIONS),
    state: choiceFilter(PAYMENT_STATES),
    bookedFrom: day,
    bookedUntil: day,
  },
  sorts: ['booked'],
})
