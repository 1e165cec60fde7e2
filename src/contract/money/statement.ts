import { z } from 'zod'
import { ACCOUNT_PURPOSES } from '#domain/money/account'
import { binaryBody, endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { periodQuery } from '../kit/balance.ts'
import { refusal } from '../kit/resource.ts'
import { day, id, idAndName, money } from '../kit/values.ts'
import { roundOfItem } from '../round/round.ts'

/** Source of a line of a statement. */
export const STATEMENT_LINES = ['settlement', 'invoice', 'refund', 'credit', 'interest', 'payment'] as const

const statementLine = z
  .object({
    on: day,
    kind: z.enum(STATEMENT_LINES).meta({
      description:
        'Settlement of a round, VAT of an invoice, a refund, a credit note that is final, interest, or a payment by the bank',
    }),
    purpose: z.enum(ACCOUNT_PURPOSES),
    document: idAndName.nullable().meta({ description: 'Invoice, credit note or note that it is about' }),
    round: roundOfItem,
    item: idAndName.nullable(),
    debit: money.meta({ description: 'Pounds that the organisation owes; 0 in a credit' }),
    credit: money.meta({ description: 'Pounds that the organisation is owed; 0 in a debit' }),
    balance: money.meta({ description: 'Balance after this line; negative if the organisation is owed' }),
  })
  .meta({ id: 'AccountStatementLine' })
export type AccountStatementLine = z.infer<typeof statementLine>

export const accountStatement = z
  .object({
    organisation: idAndName,
    from: day.nullable(),
    until: day.nullable(),
    opening: money.meta({
      description: 'Balance before the first day; negative if the organisation is owed',
    }),
    debits: money,
    credits: money,
    closing: money.meta({ description: 'Opening balance and debits, less credits' }),
    lines: z.array(statementLine).meta({ description: 'Lines of the period, oldest first' }),
  })
  .meta({ id: 'AccountStatement' })
export type AccountStatement = z.infer<typeof accountStatement>

/** Formats of a statement as a file. */
export const STATEMENT_FORMATS = ['pdf', 'csv'] as const

export const readAccountStatement = endpoint('GET /api/money/statement', {
  id: 'readAccountStatement',
  tag: 'Money',
  summary:
    'Statement of account of one organisation for any period: yours, a client’s, or for the market operator any',
  access: 'member',
  byKey: 'read',
  query: periodQuery.safeExtend({
    organisationId: id.optional(),
    format: z.enum(STATEMENT_FORMATS).optional(),
  }),
  answers: {
    200: mediaAnswer({
      'application/json': accountStatement,
      'application/pdf': binaryBody,
      'text/csv': z.string(),
    }),
    404: refusal,
  },
})
