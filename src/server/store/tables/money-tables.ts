import type { Day, Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'

/** Kinds of entries: a settlement, documents, a line of the bank, and the part of one that pays an invoice or is booked to an account. */
export type MoneyEntryKind =
  | 'settlement'
  | 'invoice'
  | 'refund'
  | 'credit'
  | 'interest'
  | 'bank'
  | 'payment'
  | 'booking'

/** An entry of the books of money, with the number of its postings. */
export interface MoneyEntryTable {
  id: string
  kind: MoneyEntryKind
  /** Null for a line of the bank and its booking to an account, which are of no round. */
  roundId: string | null
  /** When it was entered. */
  at: Instant
  /** Date in the books: of the bank, of a document, or of a settlement. */
  accountingDate: Day
  postings: number
}

/** A posting to an account; it says of whose offer or bid it is, except if it is in suspense. */
export interface MoneyPostingTable {
  entryId: string
  place: number
  accountId: string
  partyId: string | null
  itemKind: 'project' | 'requirement' | null
  itemId: string | null
  amount: Pence
}
