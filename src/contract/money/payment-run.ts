import { z } from 'zod'
import { LEFT_OUT_REASONS, PAYMENT_ORDER_STATES, PAYMENT_RUN_STATUSES } from '#domain/money/payment-run'
import { defineColumns, derivedColumn, statusColumn, textColumn } from '../columns/column.ts'
import { endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { choiceFilter, defineNoun } from '../kit/noun.ts'
import { refusal, resourceFields, rowFields } from '../kit/resource.ts'
import { day, idAndName, instant, money, nullableIdAndName, nullableText } from '../kit/values.ts'

/** Address of the list of payment runs. */
export const PAYMENT_RUNS_PAGE = '/money/payment-runs'

/** Columns of payment runs in lists and downloads. */
export const PAYMENT_RUN_COLUMNS = defineColumns('paymentRun', {
  name: textColumn('Name', {}),
  createdAt: derivedColumn('Created'),
  payments: derivedColumn('Payments'),
  executed: derivedColumn('Made by the bank'),
  total: derivedColumn('Total (GBP)'),
  status: statusColumn(),
})

const columns = {
  status: z.enum(PAYMENT_RUN_STATUSES),
  createdAt: instant,
  payments: z.int().meta({ description: 'Payments that are not left out' }),
  executed: z.int().meta({ description: 'Payments that a line of a bank statement has executed' }),
  total: money.meta({ description: 'Pounds of the payments that are not left out' }),
}

export const paymentRunRow = z
  .object({ ...rowFields, name: z.string(), ...columns })
  .meta({ id: 'PaymentRunRow' })
export type PaymentRunRow = z.infer<typeof paymentRunRow>

const order = z
  .object({
    id: z.string(),
    invoice: idAndName,
    payee: idAndName,
    amount: money,
    accountEnd: z.string().meta({ description: 'Last four characters of the IBAN' }),
    reference: z.string().meta({ description: 'Structured reference of the invoice (ISO 11649)' }),
    endToEndId: z.string().meta({ description: 'Id that the bank returns with the line of its statement' }),
    state: z.enum(PAYMENT_ORDER_STATES),
    leftOut: z.enum(LEFT_OUT_REASONS).nullable().meta({
      description: 'Why it is left out of the file, or of a draft why it would be now',
    }),
    bankLine: nullableIdAndName.meta({ description: 'Line of a bank statement that executed it' }),
    paidBefore: z
      .array(
        z.object({
          invoice: idAndName.meta({ description: 'This invoice, or the one that it replaces' }),
          rule: z.enum(['returned', 'takenBack']).meta({
            description: 'Whether the bank returned the payment, or its booking was taken back',
          }),
          on: day,
          bankLine: idAndName,
          statement: nullableIdAndName.meta({ description: 'Uploaded file that has the line' }),
          uploadedBy: idAndName,
          text: z.string().meta({ description: 'All of this in a sentence' }),
        }),
      )
      .meta({ description: 'Earlier payments of the invoice that came back' }),
  })
  .meta({ id: 'PaymentOrder' })

export const paymentRunView = z
  .object({
    ...resourceFields('paymentRun'),
    ...columns,
    createdBy: idAndName,
    approvedAt: instant.nullable(),
    approvedBy: nullableIdAndName.meta({ description: 'Who approved the file' }),
    accountEnd: nullableText.meta({ description: 'Last four characters of the account that pays' }),
    fileHash: nullableText.meta({ description: 'SHA-256 of the file, in hex' }),
    reason: nullableText.meta({ description: 'Why it was cancelled' }),
    orders: z.array(order),
  })
  .meta({ id: 'PaymentRun' })
export type PaymentRunView = z.infer<typeof paymentRunView>

/** Payments to suppliers in one file for the bank, for the market operator. */
export const paymentRun = defineNoun({
  kind: 'paymentRun',
  path: 'payment-run',
  list: 'payment-runs',
  collection: 'paymentRuns',
  called: ['payment run', 'payment runs'],
  readBy: 'own rule',
  page: ({ id }: { id: string }) => `${PAYMENT_RUNS_PAGE}/${encodeURIComponent(id)}`,
  isSubject: true,
  isNamed: true,
  statuses: {
    Draft: { label: 'Draft', tone: 'warn' },
    Approved: { label: 'Approved', tone: 'good' },
    Cancelled: { label: 'Cancelled', tone: 'quiet' },
  },
  row: paymentRunRow,
  view: paymentRunView,
  filters: { status: choiceFilter(PAYMENT_RUN_STATUSES) },
  sorts: ['created'],
})

/** One payment of a run; it is shown with the run. */
export const paymentOrder = defineNoun({
  kind: 'paymentOrder',
  called: ['payment order', 'payment orders'],
  readBy: 'own rule',
})

export const readPaymentFile = endpoint('GET /api/payment-run/:id/file', {
  id: 'readPaymentFile',
  tag: 'Money',
  summary:
    'File of an approved payment run for the bank (pain.001.001.09), the same bytes every time; for the market operator',
  access: 'member',
  byKey: 'read',
  answers: { 200: mediaAnswer({ 'application/xml': z.string() }), 404: refusal },
})
