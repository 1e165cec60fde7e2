import type { Day, Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { StoredRow } from '../values/subject.ts'

/** A line is booked once its whole amount belongs to invoices or accounts; a person sets aside what belongs to none. */
export const BANK_LINE_STATUSES = ['Waiting', 'Booked', 'SetAside'] as const
export type BankLineStatus = (typeof BANK_LINE_STATUSES)[number]

/** One line of a bank statement. */
export interface StatementLine {
  /** IBAN of the account, without spaces. */
  account: string
  /** The bank's own reference, or a fingerprint of the line where the bank gives none. */
  bankReference: string
  bookedOn: Day
  /** Hundredths of the currency, which are pence in pounds; negative if money left the account. */
  amount: Pence
  currency: string
  /** Payer of what came in, or receiver of what went out. */
  partyName: string | null
  partyIban: string | null
  reference: string | null
  endToEndId: string | null
  /** True if the bank took an earlier payment back. */
  isReturn: boolean
  /** Balance of the account at the end of a day, in hundredths, as the statement with this line says; null if it says none. */
  closingBalance: Pence | null
  closingOn: Day | null
}

/** A line of a statement in the books, with what is not booked yet. */
export interface BankLine extends StoredRow, StatementLine {
  /** True for pounds on the account of the market operator: only these lines are in the books of money. */
  isInBooks: boolean
  /** Part that belongs to no invoice and no account, with the sign of the line. */
  rest: Pence
  status: BankLineStatus
  /** Why a person booked it, took it back or set it aside. */
  reason: string | null
  uploadedBy: string
  uploadedAt: Instant
  /** File of the statement; null for a line from a version that did not keep it. */
  statementId: string | null
}

/** Direction of a payment, from the side of the market operator. */
export const PAYMENT_DIRECTIONS = ['Received', 'Paid'] as const
export const PAYMENT_DIRECTION_LABELS: Record<(typeof PAYMENT_DIRECTIONS)[number], string> = {
  Received: 'Received from the organisation',
  Paid: 'Paid to the organisation',
}

/** States of a payment: booked, returned by the bank, or with its booking taken back. */
export const PAYMENT_STATES = ['Booked', 'Returned', 'TakenBack'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
export const PAYMENT_STATE_LABELS: Record<PaymentState, string> = {
  Booked: 'Booked',
  Returned: 'Returned by the bank',
  TakenBack: 'Booking taken back',
}

/** Why a payment belongs to an invoice. */
export const PAYMENT_RULES = ['reference', 'account', 'person', 'returned', 'takenBack', 'deposit'] as const
export type PaymentRule = (typeof PAYMENT_RULES)[number]
export const PAYMENT_RULE_LABELS: Record<PaymentRule, string> = {
  reference: 'By its reference',
  account: 'By account and amount',
  person: 'By a person',
  returned: 'Returned by the bank',
  takenBack: 'Booking taken back',
  deposit: 'Paid from the deposit',
}

/** The part of a bank line, or of a deposit, that pays an invoice. It is never changed; a later payment may reverse it. */
export interface Payment extends StoredRow {
  /** Line of the bank; null if a deposit pays. */
  bankLineId: string | null
  /** Deposit that is set off; null if a line of the bank pays. */
  depositId: string | null
  invoiceId: string
  /** Pence, negative if money left the account. */
  amount: Pence
  rule: PaymentRule
  reversesId: string | null
  bookedAt: Instant
}

/** Returns an IBAN without spaces in capitals. */
export const normaliseIban = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase()

/** Remainder by 97 of digits and capitals, which count as numbers from 10, as in ISO 7064. */
export const remainderBy97 = (signs: string): bigint =>
  BigInt(Array.from(signs, sign => Number.parseInt(sign, 36)).join('')) % 97n

/** Says what is wrong with an IBAN; undefined if its length and check digits fit (ISO 13616). */
export const ibanError = (typed: string): string | undefined => {
  const iban = normaliseIban(typed)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban))
    return 'Must be an IBAN, such as GB33 BUKB 2020 1555 5555 55'
  if (iban.startsWith('GB') && !/^GB\d{2}[A-Z]{4}\d{14}$/.test(iban))
    return 'An IBAN of the United Kingdom has 22 characters and begins with GB'
  return remainderBy97(`${iban.slice(4)}${iban.slice(0, 4)}`) === 1n
    ? undefined
    : 'The check digits do not fit. Compare it with a statement of the bank'
}
