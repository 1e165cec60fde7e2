import type { CertificateWanted } from '#domain/certificate'
import type { CreditType } from '#domain/credit-type'
import type { Instant } from '#domain/dates'
import type { Entities, StatusOf, StoredKind } from '#domain/entities'
import type { LetterFacts, LetterName } from '#domain/letter'
import type { PriceRange } from '#domain/price-cells'
import type { Tell } from '../notices/tell.ts'

/** The columns an effect may set: never the id, the version or the status. */
export type Patch<K extends StoredKind> = Partial<Omit<Entities[K], 'id' | 'version' | 'status'>>

/** A new row: its id is given, its version is 1. */
export type NewRow<K extends StoredKind> = Partial<Omit<Entities[K], 'version'>> & { id: string }

/** Columns by their names, their types erased. */
export type Columns = Readonly<Record<string, unknown>>

/** What an effect may ask for. The runner carries the changes out, in order, in one transaction. */
export type Change =
  | { change: 'create'; kind: StoredKind; row: Columns & { id: string } }
  | { change: 'update'; kind: StoredKind; id: string; patch: Columns }
  | { change: 'move'; kind: StoredKind; id: string; from: string; to: string; patch: Columns }
  | { change: 'remove'; kind: StoredKind; id: string }
  | { change: 'start'; task: TaskName; roundId: string; payload: Record<string, string> }
  | { change: 'mail'; letter: LetterName; facts: Record<string, string>; toAddress: string }
  | Tell
  | { change: 'remark' | 'quote'; kind: StoredKind; id: string; message: string }
  | ({ change: 'certify' } & CertificateWanted)

export type TaskName = 'match' | 'compareMatch' | 'publishInstance'

/** What is said of columns, where there are such: of another name the compiler says that it is no column. */
export type ColumnsOnly<K extends StoredKind, P> = {
  [N in keyof P]: N extends keyof Entities[K] ? P[N] : `${N & string} is no column of ${K}`
}

/** A new subject or a record that a subject owns. */
export const create = <K extends StoredKind, P extends NewRow<K>>(
  kind: K,
  row: P & ColumnsOnly<K, P>,
): Change => ({ change: 'create', kind, row })

/** New values for columns other than the status. */
export const update = <K extends StoredKind, P extends Patch<K>>(
  kind: K,
  subject: { id: string },
  patch: P & ColumnsOnly<K, P>,
): Change => ({ change: 'update', kind, id: subject.id, patch })

/** The next status of another subject, announced in the action's `moves`. Fails when its status has moved on meanwhile. */
export const move = <K extends StoredKind>(
  kind: K,
  subject: { id: string; status: StatusOf<K> },
  to: StatusOf<K>,
  patch: Patch<K> = {},
): Change => ({ change: 'move', kind, id: subject.id, from: subject.status, to, patch })

/** Takes away a record that nothing refers to. */
export const remove = (kind: StoredKind, { id }: { id: string }): Change => ({ change: 'remove', kind, id })

/** Long work, queued in the same transaction. */
export const start = (task: TaskName, roundId: string, payload: Record<string, string> = {}): Change => ({
  change: 'start',
  task,
  roundId,
  payload,
})

/** A letter to one address, queued in the same transaction. */
export const mail = <L extends LetterName>(letter: L, toAddress: string, facts: LetterFacts[L]): Change => ({
  change: 'mail',
  letter,
  facts,
  toAddress,
})

const told =
  (change: 'remark' | 'quote') =>
  (kind: StoredKind, { id }: { id: string }, message: string): Change => ({ change, kind, id, message })

/** A sentence of ours for the trail of a subject that is not otherwise changed. */
export const remark = told('remark')

/** What somebody said of a subject, for its trail: words of their own, which may name people and can be removed. */
export const quote = told('quote')

/** What a question to the store may ask for: equality, or one of several, per column. */
export type Where<K extends StoredKind> = {
  [C in keyof Entities[K]]?: Entities[K][C] | readonly Entities[K][C][]
}

/** All that definitions may ask of what is stored. Inside a transaction every row read is share-locked by `one`. */
export interface Read {
  /** The row of this id, or the one row of which all this is so. */
  one<K extends StoredKind>(kind: K, which: string | Where<K>): Promise<Entities[K] | undefined>
  /** The rows of which all this is so, in order of creation; the first `most` where that is given. */
  list<K extends StoredKind>(kind: K, where: Where<K>, most?: number): Promise<Entities[K][]>
  /** The newest by id of creation; used for match results. */
  latest<K extends StoredKind>(kind: K, where: Where<K>): Promise<Entities[K] | undefined>
  /** The moment by the database's clock, by which bids and offers open and close; inside a transaction that at which its subject was locked. */
  clock(): Promise<Instant>
  /** What a unit of this type cost in the newest round of a market whose prices are published; null where none are. */
  priceRange(creditType: CreditType, marketId: string): Promise<PriceRange | null>
}

/** Times and ids are given to effects, never taken, so that effects are deterministic. */
export interface Given {
  now: Instant
  newId: () => string
}
