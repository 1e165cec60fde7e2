import type { Day } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { Invoice } from '../invoice.ts'
import { daysLate } from '../late-payment.ts'

/** Ages of open amounts by days after the due date, as aged lists of debtors and creditors have them. */
export const AGES = ['notDue', 'to30', 'to60', 'to90', 'over90'] as const
export type Age = (typeof AGES)[number]
export const AGE_LABELS: Record<Age, string> = {
  notDue: 'Not late',
  to30: '1–30 days',
  to60: '31–60 days',
  to90: '61–90 days',
  over90: 'Over 90 days',
}

/** Age of an amount on a day. */
export const ageOn = (due: Day, today: Day): Age => {
  const days = daysLate(due, today)
  if (days === 0) return 'notDue'
  if (days <= 30) return 'to30'
  if (days <= 60) return 'to60'
  return days <= 90 ? 'to90' : 'over90'
}

/** Adds months to a day; in a month without that day, its last one. */
const addMonths = (day: Day, months: number): Day => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** VAT rules that apply once an invoice has been unpaid for six months. */
export const OLD_VAT_RULES = {
  relief: 'VAT on bad debts can be claimed back once they are written off (VATA 1994, section 36)',
  repayment: 'VAT that was reclaimed has to be repaid to HMRC (VATA 1994, section 26A)',
} as const
export type OldVatRule = keyof typeof OLD_VAT_RULES

/** An open document. */
export interface OpenDocument extends Pick<Invoice, 'kind' | 'due' | 'net' | 'vat'> {
  /** Pence that are not paid, with VAT. */
  open: Pence
}

/** VAT in what is still open of a document, in proportion, half a penny rounded up. */
const vatInOpen = ({ open, net, vat }: OpenDocument): Pence => {
  const total = BigInt(Math.abs(net + vat))
  return Number((2n * BigInt(open) * BigInt(Math.abs(vat)) + total) / (2n * total))
}

/**
 * VAT on the unpaid part of a document once six months have passed since its due date, which is never before the day of the document; null
 * until then, or if there is no VAT. The market operator can claim bad debt relief on invoices to buyers (Value Added Tax Act 1994,
 * section 36; SI 1995/2518, part XIX; VAT Notice 700/18), and must repay VAT that it reclaimed on suppliers’ invoices it has not paid
 * (section 26A). Neither applies to a refund, because its document has already reduced the VAT.
 */
export const oldVatOn = (document: OpenDocument, today: Day): { rule: OldVatRule; vat: Pence } | null => {
  const { kind, due, vat } = document
  if (vat === 0 || today <= addMonths(due, 6)) return null
  if (kind === 'invoice') return { rule: 'relief', vat: vatInOpen(document) }
  return kind === 'selfBilled' ? { rule: 'repayment', vat: vatInOpen(document) } : null
}

/**
 * Parts of what is due from buyers, in pence: their open invoices and interest, what no document asks for yet, and refunds that the bank
 * has not paid, which are taken off. They add up to the balance of the accounts.
 */
export const splitDueFromBuyers = (
  balance: Pence,
  { invoiced, refunds }: { invoiced: Pence; refunds: Pence },
): { invoiced: Pence; notInvoiced: Pence; refunds: Pence } => ({
  ...{ invoiced, refunds: 0 - refunds },
  notInvoiced: balance - invoiced + refunds,
})
