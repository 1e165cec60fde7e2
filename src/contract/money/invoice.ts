import { z } from 'zod'
import { INVOICE_KINDS } from '#domain/money/invoice'
import { PAYMENT_EVENTS } from '#domain/money/payment-schedule'
import { PRICE_LINES } from '#domain/money/price-lines'
import { SELLERS, VAT_RULES, VAT_TREATMENTS, type VatRule } from '#domain/money/vat'
import { defineColumns, derivedColumn, textColumn } from '../columns/column.ts'
import { binaryBody, endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { booleanFilter, choiceFilter, defineNoun, idsFilter } from '../kit/noun.ts'
import { refusal, resourceFields, rowFields } from '../kit/resource.ts'
import { day, idAndName, instant, money, nullableText, units } from '../kit/values.ts'
import { invoicePayment } from './bank.ts'
import { lateInvoice } from './late-payment.ts'
import { roundOfItem } from '../round/round.ts'

const kind = z.enum(INVOICE_KINDS).meta({ id: 'InvoiceKind' })
const treatment = z.enum(VAT_TREATMENTS).meta({ id: 'VatTreatment' })
const percent = z.number().meta({ description: 'Rate of VAT in percent' })

/** Columns of invoices in lists and downloads. */
export const INVOICE_COLUMNS = defineColumns('invoice', {
  name: textColumn('Number', {}),
  documentKind: derivedColumn('Kind'),
  party: derivedColumn('Organisation'),
  item: derivedColumn('For'),
  issuedAt: derivedColumn('Issued'),
  due: derivedColumn('Due'),
  net: derivedColumn('Without VAT (GBP)'),
  vat: derivedColumn('VAT (GBP)'),
  total: derivedColumn('Total (GBP)'),
  paid: derivedColumn('Paid (GBP)'),
  open: derivedColumn('Open (GBP)'),
  held: derivedColumn('Held (GBP)'),
  daysLate: derivedColumn('Days late'),
  reference: derivedColumn('Payment reference'),
  taxes: derivedColumn('VAT treatment'),
})

/** Amounts of a document under one treatment and rate. */
export const invoiceTax = z.object({ treatment, percent, net: money, vat: money })

const columns = {
  documentKind: kind,
  party: idAndName.meta({ description: 'Owner of the bid or offer that it is about' }),
  item: idAndName.extend({ kind: z.enum(['project', 'requirement']) }),
  round: roundOfItem,
  event: z
    .enum([...PAYMENT_EVENTS, 'checkPassed', 'unitsFailed', 'paidLate', 'bidMade', 'depositEnded'])
    .meta({ description: 'Why the amount fell due' }),
  year: z.int().nullable().meta({ description: 'Year of the check after which it fell due' }),
  issuedAt: instant,
  due: day,
  net: money.meta({ description: 'Pounds without VAT; negative in a credit note' }),
  vat: money,
  total: money.meta({ description: 'Pounds with VAT' }),
  taxes: z.array(invoiceTax).meta({ description: 'Amounts by treatment and rate of VAT' }),
  paid: money.meta({ description: 'Pounds that bank lines and a deposit have paid' }),
  open: money.meta({ description: 'Pounds still to be paid; 0 once a credit note takes it back' }),
  held: z
    .object({
      amount: money.meta({ description: 'Pounds of what is open that are not paid for now' }),
      failedUnits: units.meta({ description: 'Units that the project sold and that fail' }),
      soldUnits: units,
      case: idAndName,
    })
    .nullable()
    .meta({
      description: 'Part of a self-billed invoice that is held because units of its project have failed',
    }),
  late: lateInvoice,
  reference: z.string().meta({ description: 'Structured reference for its payment (ISO 11649)' }),
}

export const invoiceRow = z.object({ ...rowFields, name: z.string(), ...columns }).meta({ id: 'InvoiceRow' })
export type InvoiceRow = z.infer<typeof invoiceRow>

const party = z
  .object({
    ...{ id: z.string(), name: z.string(), address: nullableText },
    companyNumber: nullableText,
    vatNumber: nullableText,
  })
  .meta({ id: 'InvoiceParty', description: 'A party as it was on the day of issue' })

const line = z
  .object({
    kind: z.enum([...PRICE_LINES, 'interest', 'deposit']),
    text: z.string(),
    supplier: z.object({ name: z.string(), vatNumber: nullableText }).nullable(),
    amount: money.meta({ description: 'Pounds without VAT' }),
    treatment,
    percent,
    rule: z.enum(Object.keys(VAT_RULES) as [VatRule, ...VatRule[]]).meta({
      description: 'Rule that chose the treatment',
    }),
  })
  .meta({ id: 'InvoiceLine' })

export const invoiceView = z
  .object({
    ...resourceFields('invoice'),
    ...columns,
    sellsAs: z.enum(SELLERS),
    seller: party,
    buyer: party,
    lines: z.array(line),
    reason: nullableText.meta({
      description: 'Why a credit note takes an invoice back, or a deposit is paid back',
    }),
    interestDelay: nullableText.meta({
      description:
        'Why the interest of an invoice that was paid late is not charged yet; null if it is not delayed',
    }),
    payments: z.array(invoicePayment).meta({
      description: 'Payments by bank lines or from a deposit; one that was reversed has its opposite',
    }),
    credits: idAndName
      .nullable()
      .meta({ description: 'Invoice that a credit note takes back, or deposit that is paid back' }),
    creditedBy: idAndName
      .nullable()
      .meta({ description: 'Credit note that takes it back, or document that pays the deposit back' }),
  })
  .meta({ id: 'Invoice' })
export type InvoiceView = z.infer<typeof invoiceView>

/** An invoice, self-billed invoice or credit note; its id is its number. */
export const invoice = defineNoun({
  kind: 'invoice',
  path: 'invoice',
  list: 'invoices',
  called: ['invoice', 'invoices'],
  readBy: 'own rule',
  owner: 'partyId',
  page: ({ id }: { id: string }) => `/invoices/${encodeURIComponent(id)}`,
  isSubject: true,
  isNamed: true,
  row: invoiceRow,
  view: invoiceView,
  filters: {
    documentKind: choiceFilter(INVOICE_KINDS),
    partyId: idsFilter,
    itemId: idsFilter,
    marketRoundId: idsFilter,
    isOpen: booleanFilter,
    issuedFrom: day,
    issuedUntil: day,
  },
  sorts: ['issued', 'due'],
})

/** Formats of an invoice as a file. */
export const INVOICE_FORMATS = ['pdf', 'xml'] as const

export const readInvoiceFile = endpoint('GET /api/invoice/:id/file', {
  id: 'readInvoiceFile',
  tag: 'Money',
  summary: 'An invoice as PDF, or as XML in UBL 2.1 by the European standard EN 16931',
  access: 'member',
  byKey: 'read',
  query: z.object({ format: z.enum(INVOICE_FORMATS) }),
  answers: {
    200: mediaAnswer({ 'application/pdf': binaryBody, 'application/xml': z.string() }),
    404: refusal,
  },
})
