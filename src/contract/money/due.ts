import { z } from 'zod'
import { AGES, OLD_VAT_RULES, type OldVatRule } from '#domain/money/reports/aged'
import { dateOfQuery } from '../kit/balance.ts'
import { endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { csvFormat, day, idAndName, money } from '../kit/values.ts'
import { moneyInstalment } from './money.ts'

/** Address of the page with VAT and amounts due. */
export const AMOUNTS_DUE_PAGE = '/money/due'

const ages = z.record(z.enum(AGES), money).meta({ description: 'Pounds by days after the due date' })

const aged = z
  .object({
    ...{ ages, total: money },
    oldVat: money.meta({ description: 'VAT in what is unpaid for more than six months' }),
  })
  .meta({ id: 'AgedAmounts' })
export type AgedAmounts = z.infer<typeof aged>

const agedList = z
  .object({
    organisations: z.array(aged.extend({ organisation: idAndName })).meta({
      description: 'By organisation, the largest total first',
    }),
    total: aged,
  })
  .meta({ id: 'AgedList' })
export type AgedList = z.infer<typeof agedList>

const oldVat = z.object({
  ...{ invoice: idAndName, organisation: idAndName, due: day },
  open: money,
  vat: money.meta({ description: 'VAT in what is open' }),
  rule: z.enum(Object.keys(OLD_VAT_RULES) as [OldVatRule, ...OldVatRule[]]).meta({
    description: 'Relief for a bad debt (VATA 1994, section 36), or repayment of input tax (section 26A)',
  }),
})
export type OldVat = z.infer<typeof oldVat>

const notAgreed = z.object({
  supplier: idAndName,
  amount: money.meta({ description: 'Pounds without VAT that have a due date and are on no invoice' }),
  late: money.meta({ description: 'Part whose due date has passed' }),
  amounts: z.array(moneyInstalment.omit({ checkDue: true })).meta({ description: 'The first due first' }),
})
export type NotAgreed = z.infer<typeof notAgreed>

export const amountsDue = z
  .object({
    on: day.meta({ description: 'Day at whose end the amounts by age are open' }),
    fromBuyers: agedList.meta({ description: 'Invoices and interest that buyers have not paid' }),
    toPayOut: agedList.meta({
      description: 'Self-billed invoices, refunds and deposits to pay back that are not paid out',
    }),
    oldVat: z
      .array(oldVat)
      .meta({ description: 'Documents with VAT that are unpaid for more than six months' }),
    notAgreed: z.array(notAgreed).meta({
      description:
        'What is due now to suppliers without a self-billing agreement, so that no invoice is made for it',
    }),
    notAgreedTotal: money,
  })
  .meta({ id: 'AmountsDue' })
export type AmountsDue = z.infer<typeof amountsDue>

export const readAmountsDue = endpoint('GET /api/money/due', {
  id: 'readAmountsDue',
  tag: 'Money',
  summary:
    'Amounts due by organisation and age now or at the end of a day that has passed, VAT unpaid for more than six months, and what is due now to suppliers without a self-billing agreement; as CSV, every open document; for the market operator',
  access: 'member',
  byKey: 'read',
  query: z.object({
    until: dateOfQuery('Day at whose end the amounts by age are open; default: now'),
    format: csvFormat,
  }),
  answers: { 200: mediaAnswer({ 'application/json': amountsDue, 'text/csv': z.string() }), 403: refusal },
})
