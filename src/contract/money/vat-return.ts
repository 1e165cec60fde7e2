import { z } from 'zod'
import { periodQuery } from '../kit/balance.ts'
import { endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { csvFormat, day, idAndName, money } from '../kit/values.ts'
import { invoiceRow, invoiceTax } from './invoice.ts'

const vatDocument = invoiceTax
  .extend({
    invoice: idAndName,
    documentKind: invoiceRow.shape.documentKind,
    day: day.meta({ description: 'Tax point: the day of the document' }),
    party: idAndName.meta({ description: 'Owner of the bid or offer that it is about' }),
    vatBox: z
      .union([z.literal(1), z.literal(4)])
      .nullable()
      .meta({
        description:
          'Box of its VAT; null if it is on no return, or if the supplier is not registered and charges none',
      }),
    netBox: z
      .union([z.literal(6), z.literal(7)])
      .nullable()
      .meta({ description: 'Box of its net amount; null if it is on no return' }),
  })
  .meta({ id: 'VatDocument', description: 'Amount of a document under one treatment' })
export type VatDocument = z.infer<typeof vatDocument>

export const vatReturn = z
  .object({
    from: day.nullable(),
    until: day.nullable(),
    box1: money.meta({ description: 'VAT due on sales, less credit notes' }),
    box4: money.meta({ description: 'VAT on self-billed invoices, less credit notes' }),
    box6: z.int().meta({ description: 'Sales without VAT, in whole pounds' }),
    box7: z.int().meta({ description: 'Purchases by self-billed invoices without VAT, in whole pounds' }),
    account: z
      .object({
        documents: money.meta({
          description: 'Credits less debits by documents: box 1 less box 4, and the VAT that is in no box',
        }),
        inNoBox: money.meta({
          description: 'VAT of documents from days on which the market operator was not registered',
        }),
        bankLines: money.meta({
          description: 'Debits less credits by bank lines: VAT paid to HMRC, and VAT on bills',
        }),
      })
      .meta({ description: 'What was posted to the account Value added tax in the period' }),
    documents: z.array(vatDocument).meta({ description: 'Documents of the period, oldest first' }),
  })
  .meta({ id: 'VatReturn' })
export type VatReturn = z.infer<typeof vatReturn>

export const readVatReturn = endpoint('GET /api/money/vat', {
  id: 'readVatReturn',
  tag: 'Money',
  summary:
    'Figures of a VAT return for any period, from the documents of this market; as CSV, the documents; for the market operator',
  access: 'member',
  byKey: 'read',
  query: periodQuery.safeExtend({ format: csvFormat }),
  answers: { 200: mediaAnswer({ 'application/json': vatReturn, 'text/csv': z.string() }), 403: refusal },
})
