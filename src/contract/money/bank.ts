import { z } from 'zod'
import { BOOKABLE_ACCOUNTS } from '#domain/money/bookings/account-booking'
import { BANK_LINE_STATUSES } from '#domain/money/bank-line'
import { defineColumns, derivedColumn, statusColumn, textColumn } from '../columns/column.ts'
import { choiceFilter, defineNoun } from '../kit/noun.ts'
import { resourceFields, rowFields } from '../kit/resource.ts'
import { paymentRule } from './payment.ts'
import { day, idAndName, instant, money, nullableIdAndName, nullableText } from '../kit/values.ts'

/** Address of the list of lines of bank statements. */
export const BANK_PAGE = '/money/bank'

/** Columns of lines of bank statements in lists and downloads. */
export const BANK_LINE_COLUMNS = defineColumns('bankLine', {
  bookedOn: derivedColumn('Date'),
  partyName: textColumn('From or to', {}),
  reference: textColumn('Reference', {}),
  amount: derivedColumn('Amount'),
  currency: textColumn('Currency', {}),
  rest: derivedColumn('Not booked'),
  status: statusColumn(),
  postedTo: derivedColumn('Posted to'),
})

const bookableAccount = z.enum(BOOKABLE_ACCOUNTS).meta({ id: 'BookableAccount' })

const columns = {
  bookedOn: day,
  partyName: nullableText.meta({ description: 'Payer of what came in, or receiver of what went out' }),
  reference: nullableText,
  amount: money.meta({ description: 'Amount in its currency; negative if money left the account' }),
  currency: z.string(),
  rest: money.meta({ description: 'Part that is booked neither to an invoice nor to an account' }),
  status: z.enum(BANK_LINE_STATUSES),
  postedTo: z
    .array(bookableAccount)
    .meta({ description: 'Accounts to which parts of the line are posted, without bookings taken back' }),
}

export const bankLineRow = z
  .object({ ...rowFields, name: z.string(), ...columns })
  .meta({ id: 'BankLineRow' })
export type BankLineRow = z.infer<typeof bankLineRow>

const accountBookingView = z
  .object({
    id: z.string(),
    entry: z.string().meta({ description: 'Entry of the journal' }),
    account: bookableAccount,
    amount: money.meta({ description: 'Negative if money left the account of the bank' }),
    note: z.string(),
    isReversal: z.boolean().meta({ description: 'True if it takes an earlier booking back' }),
    bookedBy: idAndName,
    approvedBy: nullableIdAndName,
    bookedAt: instant,
  })
  .meta({ id: 'AccountBooking' })

export const bankLineView = z
  .object({
    ...resourceFields('bankLine'),
    ...columns,
    account: z.string().meta({ description: 'IBAN of the account' }),
    partyIban: nullableText,
    isReturn: z.boolean().meta({ description: 'True if the bank took an earlier payment back' }),
    isInBooks: z.boolean().meta({
      description: 'False for a line in another currency or of another account, which is not in the books',
    }),
    bankReference: z.string().meta({
      description: 'The bank’s own reference; a fingerprint of the line if the bank gives none',
    }),
    reason: nullableText.meta({ description: 'Why a person booked it, took it back or set it aside' }),
    uploadedBy: idAndName,
    uploadedAt: instant,
    statement: nullableIdAndName.meta({ description: 'Uploaded file that has the line' }),
    payments: z.array(
      z.object({
        id: z.string(),
        invoice: idAndName,
        party: idAndName,
        amount: money,
        rule: paymentRule,
        bookedAt: instant,
      }),
    ),
    bookings: z.array(accountBookingView).meta({
      description: 'Parts of the line that are posted to accounts, and reversals of these, in order',
    }),
  })
  .meta({ id: 'BankLine' })
export type BankLineView = z.infer<typeof bankLineView>

/** A line of a bank statement, for the market operator. */
export const bankLine = defineNoun({
  kind: 'bankLine',
  path: 'bank-line',
  list: 'bank-lines',
  collection: 'bankLines',
  called: ['bank line', 'bank lines'],
  readBy: 'own rule',
  page: ({ id }: { id: string }) => `${BANK_PAGE}/${encodeURIComponent(id)}`,
  isSubject: true,
  statuses: {
    Waiting: { label: 'Waiting', tone: 'warn' },
    Booked: { label: 'Booked', tone: 'good' },
    SetAside: { label: 'Set aside', tone: 'quiet' },
  },
  row: bankLineRow,
  view: bankLineView,
  filters: { status: choiceFilter(BANK_LINE_STATUSES) },
  sorts: ['bookedOn', 'uploaded'],
})

/** The part of a bank line that is posted to an account; it is shown with its line. */
export const accountBooking = defineNoun({
  kind: 'accountBooking',
  called: ['booking to an account', 'bookings to accounts'],
  readBy: 'own rule',
})

/** A payment on the page of its invoice. */
export const invoicePayment = z
  .object({ id: z.string(), bookedOn: day, amount: money, rule: paymentRule })
  .meta({ id: 'InvoicePayment' })
