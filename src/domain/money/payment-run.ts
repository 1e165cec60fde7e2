import { type Day, englishDayOf, type Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { StoredRow } from '../values/subject.ts'
import { addWorkingDays } from '../values/working-days.ts'

/** A payment run is a draft until two people agree to its file; then it can only be cancelled. */
export const PAYMENT_RUN_STATUSES = ['Draft', 'Approved', 'Cancelled'] as const
export type PaymentRunStatus = (typeof PAYMENT_RUN_STATUSES)[number]

/** Payments to suppliers that go to the bank of the market operator in one file. */
export interface PaymentRun extends StoredRow {
  name: string
  status: PaymentRunStatus
  createdBy: string
  createdAt: Instant
  approvedAt: Instant | null
  /** User who approved the file, or made it where no second person is required; null for one from an earlier version. */
  approvedBy: string | null
  /** IBAN and name of the market operator in the file. */
  account: string | null
  payerName: string | null
  /** SHA-256 of the file, in hex. */
  fileHash: string | null
  /** Why it was cancelled. */
  reason: string | null
}

/** Reasons why a payment is left out of the file. */
export const LEFT_OUT_REASONS = [
  'nothingOpen',
  'held',
  'noAccount',
  'accountChanged',
  'accountNew',
  'moreOpen',
] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** Working days for which a changed bank account is not paid, so that its owner can object to a change by someone else. */
const NEW_ACCOUNT_WORKING_DAYS = 3

/** Days for which a changed bank account is not paid, in words. */
export const NEW_ACCOUNT_WAIT = 'three working days'

/** Most payments of one run. */
export const MAX_PAYMENTS_PER_RUN = 500

export const LEFT_OUT_LABELS: Readonly<Record<LeftOutReason, string>> = {
  nothingOpen: 'Nothing of the invoice is open any more',
  held: 'A failure of the project holds all that is open',
  noAccount: 'The organisation has no bank account here',
  accountChanged: 'The bank account was changed after this payment run was made',
  moreOpen: 'More can be paid now than when this payment run was made',
  accountNew: `The bank account was set or changed less than ${NEW_ACCOUNT_WAIT} ago, or became the one to pay by a merger`,
}

/** One payment of a run: what is open of one invoice, to the account of its supplier. */
export interface PaymentOrder extends StoredRow {
  runId: string
  invoiceId: string
  payeeId: string
  payeeName: string
  iban: string
  /** Pence, more than 0. */
  amount: Pence
  /** Id that the bank returns with the line of its statement; it begins with the reference of the invoice. */
  endToEndId: string
  /** True while the invoice must not be in another run. */
  isLive: boolean
  leftOut: LeftOutReason | null
  /** Line of a bank statement that executed it. */
  bankLineId: string | null
}

/** States of a payment of a run, as they follow from what is stored. */
export const PAYMENT_ORDER_STATES = ['Planned', 'LeftOut', 'InFile', 'Executed', 'Cancelled'] as const
export type PaymentOrderState = (typeof PAYMENT_ORDER_STATES)[number]

/** Returns the state of a payment of a run. */
export const paymentOrderState = (
  { status }: Pick<PaymentRun, 'status'>,
  { leftOut, bankLineId }: Pick<PaymentOrder, 'leftOut' | 'bankLineId'>,
): PaymentOrderState => {
  if (leftOut !== null) return 'LeftOut'
  if (bankLineId !== null) return 'Executed'
  return ({ Draft: 'Planned', Approved: 'InFile', Cancelled: 'Cancelled' } as const)[status]
}

/** An organisation to be paid: its bank account, and when that became the one to pay, by a change or a merger. */
export interface Payee {
  iban: string | null
  accountChangedAt: Instant | null
}

/**
 * Says why a payment must not go to the bank now; null if it may. `drafted` is the payment in the run, null before there is one: a file has no more than the run that
 * people have seen; `open` is without what a failure holds. An
 * account without an instant was recorded by a version that did not keep it. Working days are of England (decision 0236).
 */
export const findPayoutObstacle = (
  { iban, accountChangedAt }: Payee,
  {
    drafted,
    open,
    held,
    today,
  }: {
    drafted: Pick<PaymentOrder, 'iban' | 'amount'> | null
    open: Pence
    held: Pence
    today: Day
  },
): LeftOutReason | null => {
  if (open <= 0) return held > 0 ? 'held' : 'nothingOpen'
  if (iban === null) return 'noAccount'
  if (drafted !== null && drafted.iban !== iban) return 'accountChanged'
  if (drafted !== null && drafted.amount < open) return 'moreOpen'
  return accountChangedAt !== null &&
    addWorkingDays(englishDayOf(accountChangedAt), NEW_ACCOUNT_WORKING_DAYS) > today
    ? 'accountNew'
    : null
}

/** Says that an invoice is in the file of a run that was cancelled, which the bank must not get any more. */
export const cancelledFileText = (invoiceId: string, { name }: Pick<PaymentRun, 'name'>): string =>
  `${invoiceId} is in the file of the ${name.replace(/^P/, 'p')}, which was cancelled. Make sure that your bank does not make payments from that file`

/** The last four characters of an account, which are enough to compare. */
export const endOfAccount = (iban: string): string => iban.slice(-4)
