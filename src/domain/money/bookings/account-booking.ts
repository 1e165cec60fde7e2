import type { Instant } from '@credit-market/values/dates'
import { type Pence, showMoney } from '@credit-market/values/money'
import type { StoredRow } from '../../values/subject.ts'
import { ACCOUNT_TEXTS } from '../account.ts'

/** Accounts to which a bank line can be posted; every other account follows from matches, invoices and payments. */
export const BOOKABLE_ACCOUNTS = [
  'vat',
  'compliance',
  'performance',
  'bankCharges',
  'bankInterest',
  'transfers',
] as const
export type BookableAccount = (typeof BOOKABLE_ACCOUNTS)[number]

/** The part of a bank line that is posted to an account. It is never changed; a later booking may reverse it. */
export interface AccountBooking extends StoredRow {
  bankLineId: string
  purpose: BookableAccount
  /** Pence, negative if money left the account. */
  amount: Pence
  /** Explanation for the accountant; for a reversal, the reason. */
  note: string
  reversesId: string | null
  bookedBy: string
  /** Who approved it, or the same person where no second approval is required. */
  approvedBy: string | null
  bookedAt: Instant
}

/** Names of the accounts in a form, for either direction. */
export const BOOKABLE_ACCOUNT_LABELS: Readonly<Record<BookableAccount, string>> = {
  vat: 'VAT paid to HMRC or refunded, or the VAT of a bill',
  compliance: 'Compliance checks',
  performance: 'Performance checks',
  bankCharges: 'Bank charges, or interest that the bank charged',
  bankInterest: 'Bank interest received',
  transfers: 'Transfer between own accounts',
}

/** Says whether a line of this amount can be posted to an account: interest of the bank only comes in. */
export const isBookable = (account: BookableAccount, amount: Pence): boolean =>
  account !== 'bankInterest' || amount > 0

/** Money held for compliance and performance checks, in pence. */
export type CheckFunds = Record<'compliance' | 'performance', Pence>

/** Says whether an account holds money for checks, which a booking may not overdraw. */
export const isCheckFund = (account: BookableAccount): account is keyof CheckFunds =>
  account === 'compliance' || account === 'performance'

/** Balances of a fund before and after a booking of this signed amount; null for an account that is no fund. */
export const fundAfter = (
  funds: CheckFunds,
  { purpose, amount }: Pick<AccountBooking, 'purpose' | 'amount'>,
): { before: Pence; after: Pence } | null =>
  isCheckFund(purpose) ? { before: funds[purpose], after: funds[purpose] + amount } : null

/** Says that a fund holds less than a booking takes; null if it holds enough, or the account is no fund. */
export const fundObstacle = (
  funds: CheckFunds,
  booking: Pick<AccountBooking, 'purpose' | 'amount'>,
): string | null => {
  const fund = fundAfter(funds, booking)
  return fund === null || booking.amount > 0 || fund.after >= 0
    ? null
    : `Only ${showMoney(Math.max(0, fund.before), true)} is in the account “${ACCOUNT_TEXTS[booking.purpose].label}”`
}
