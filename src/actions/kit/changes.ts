import type { CertificateRequest } from '#domain/credit/certificate'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day, Instant } from '@credit-market/values/dates'
import type { EntityMap, StatusOfKind, StoredKind } from '#domain/disclosure/entities'
import type { CheckFunds } from '#domain/money/bookings/account-booking'
import type { FailedShare } from '#domain/money/held-payment'
import type { InvoiceChange } from '#domain/money/invoice-change'
import type { ReturnedPayment } from '#domain/money/returned-payment'
import type { EmailFactsByTemplate, EmailTemplateName } from '#domain/people/letter'
import type { PriceRange } from '#domain/prices/price-cells'
import type { NotifyChange } from '../notices/tell.ts'

/** Columns that an effect may set: never the id, the version or the status. */
export type Patch<K extends StoredKind> = Partial<Omit<EntityMap[K], 'id' | 'version' | 'status'>>

/** A new row with a given id and version 1. */
export type NewRow<K extends StoredKind> = Partial<Omit<EntityMap[K], 'version'>> & { id: string }

/** Columns by name, for generic code. */
export type Columns = Readonly<Record<string, unknown>>

/** Changes that an effect may return. The runner applies them in order, in one transaction. */
export type Change =
  | { change: 'create'; kind: StoredKind; row: Columns & { id: string } }
  | { change: 'update'; kind: StoredKind; id: string; patch: Columns }
  | { change: 'move'; kind: StoredKind; id: string; from: string; to: string; patch: Columns }
  | { change: 'remove'; kind: StoredKind; id: string }
  | { change: 'start'; task: TaskName; roundId: string; payload: Record<string, string> }
  | { change: 'mail'; letter: EmailTemplateName; facts: Record<string, string>; toAddress: string }
  | NotifyChange
  | { change: 'remark' | 'quote'; kind: StoredKind; id: string; message: string }
  | ({ change: 'certify' } & CertificateRequest)
  | InvoiceChange

export type TaskName = 'match' | 'compareMatch' | 'publishInstance'

/** Message of the compiler for a name that is not a column. */
export type StoredColumns<K extends StoredKind, P> = {
  [N in keyof P]: N extends keyof EntityMap[K] ? P[N] : `${N & string} is no column of ${K}`
}

/** Creates a subject, or a record that a subject owns. */
export const create = <K extends StoredKind, P extends NewRow<K>>(
  kind: K,
  row: P & StoredColumns<K, P>,
): Change => ({ change: 'create', kind, row })

/** Sets columns other than the status. */
export const update = <K extends StoredKind, P extends Patch<K>>(
  kind: K,
  subject: { id: string },
  patch: P & StoredColumns<K, P>,
): Change => ({ change: 'update', kind, id: subject.id, patch })

/** Sets the next status of another subject, announced in the action's `moves`. Fails if its status has changed meanwhile. */
export const changeStatus = <K extends StoredKind>(
  kind: K,
  subject: { id: string; status: StatusOfKind<K> },
  to: StatusOfKind<K>,
  patch: Patch<K> = {},
): Change => ({ change: 'move', kind, id: subject.id, from: subject.status, to, patch })

/** Deletes a record to which nothing refers. */
export const remove = (kind: StoredKind, { id }: { id: string }): Change => ({ change: 'remove', kind, id })

/** Queues long work in the same transaction. */
export const startTask = (task: TaskName, roundId: string, payload: Record<string, string> = {}): Change => ({
  change: 'start',
  task,
  roundId,
  payload,
})

/** Queues an email to one address in the same transaction. */
export const queueEmail = <L extends EmailTemplateName>(
  letter: L,
  toAddress: string,
  facts: EmailFactsByTemplate[L],
): Change => ({
  change: 'mail',
  letter,
  facts,
  toAddress,
})

const told =
  (change: 'remark' | 'quote') =>
  (kind: StoredKind, { id }: { id: string }, message: string): Change => ({ change, kind, id, message })

/** Adds a sentence of ours to the audit trail of a subject that does not change otherwise. */
export const addRemark = told('remark')

/** Adds a person's own words about a subject to its audit trail; they may name people and can be removed. */
export const addQuote = told('quote')

/** Conditions of a read: equality, or one of several values, per column. */
export type RowFilter<K extends StoredKind> = {
  [C in keyof EntityMap[K]]?: EntityMap[K][C] | readonly EntityMap[K][C][]
}

/** All reads of definitions. Inside a transaction `one` locks every row for sharing. */
export interface Read {
  /** Reads the row of this id, or the only row that meets the conditions. */
  one<K extends StoredKind>(kind: K, which: string | RowFilter<K>): Promise<EntityMap[K] | undefined>
  /**
   * Reads the rows that meet the conditions, in order of creation; at most `most` of them if given. An empty list of values
   * selects no rows, and the database is not asked.
   */
  list<K extends StoredKind>(kind: K, where: RowFilter<K>, most?: number): Promise<EntityMap[K][]>
  /** Reads the newest row by creation; used for match results. */
  latest<K extends StoredKind>(kind: K, where: RowFilter<K>): Promise<EntityMap[K] | undefined>
  /**
   * Reads the instant by the database's clock, which opens and closes bids and offers; inside a transaction the instant at which
   * its subject was locked.
   */
  clock(): Promise<Instant>
  /** Reads the price of a unit of this type in the newest round of a market with published prices; null without any. */
  priceRange(creditType: CreditType, marketId: string): Promise<PriceRange | null>
  /** Lists the ids of self-billed invoices that are due on a day, have an open part and are in no payment run; payable ones first. */
  payableInvoices(day: Day, most: number): Promise<string[]>
  /** Lists the requirements of a round whose bid lacks its deposit; none if the round asks for none (decision 0243). */
  bidsWithoutDeposit(roundId: string): Promise<string[]>
  /** Shares of what projects have sold that a confirmed failure fails on a day, by project (decision 0228). */
  heldShares(projectIds: readonly string[], day: Day): Promise<ReadonlyMap<string, FailedShare>>
  /** Reads what is held for compliance and for performance checks (decision 0249). */
  checkFunds(): Promise<CheckFunds>
  /** Lists the payments of invoices that came back, so that the invoices can be paid again (decision 0235). */
  returnedPayments(invoiceIds: readonly string[]): Promise<ReturnedPayment[]>
}

/** Times and ids for effects, which make none themselves, so that effects are deterministic. */
export interface EffectContext {
  now: Instant
  newId: () => string
}
