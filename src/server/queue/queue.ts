import { type Expression, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { errorMessageOf } from '#domain/values/narrow'
import { currentActivity } from '../process/doing.ts'
import type { Database } from '../store/tables/tables.ts'

/** Tables whose rows are leased, worked on and answered. */
export type QueueTable = 'task' | 'mailOutbox' | 'webhookDelivery' | 'inspection'

/** Consecutive attempts that may end without an answer, as by a crash, before the item is set aside. */
export const MAX_UNANSWERED_ATTEMPTS = 3

/** Columns that every queue has. */
export interface QueueItem {
  id: string
  /** Counted before the work begins. A server that reports with an older number has lost the item to another. */
  attempt: number
  /** Attempts since the last answer. */
  unanswered: number
  message: string | null
}

/** Columns of a queue's table, as they are written. */
type Columns<N extends QueueTable> = {
  [C in keyof Selectable<Database[N]>]?: Selectable<Database[N]>[C] | Expression<Selectable<Database[N]>[C]>
}

/** A queue: its table, the column that holds the end of a lease, and the length of a lease. */
export interface Queue<N extends QueueTable = QueueTable> {
  table: N
  until: 'leaseUntil' | 'notBefore'
  leaseSeconds: number
  /** Further columns to set when an item is set aside, and when it is tried again. */
  aside?: Columns<N>
  again?: Columns<N>
}

const LOST = 'Three attempts ended without a result: the server stopped, or another one took over'

interface Claim {
  now: Expression<Instant>
  /** Selects the id of the item, and locks its row. */
  pick: Expression<string>
  /** Common table expressions that `pick` reads. */
  before?: RawBuilder<unknown>
  /** Further columns to set. */
  also?: RawBuilder<unknown>
}

/** Leases the item that `pick` selects, and counts the attempt; undefined if there is none. One statement. */
export const claimNextItem = async <N extends QueueTable>(
  db: Kysely<Database>,
  { table, until, leaseSeconds }: Queue<N>,
  { now, pick, before = sql``, also = sql`` }: Claim,
): Promise<Selectable<Database[N]> | undefined> => {
  const { rows } = await sql<Selectable<Database[N]>>`${before}
    update ${sql.table(table)}
    set attempt = attempt + 1, unanswered = unanswered + 1,
      ${sql.ref(until)} = (${now})::timestamptz + make_interval(secs => ${leaseSeconds}) ${also}
    where id = (${pick}) returning *`.execute(db)
  return rows[0]
}

// Every queue has the columns used here, so statements are typed for one table and serve all.
const asOne = (table: QueueTable) => table as 'task'
const columnsOf = <N extends QueueTable>(columns: Columns<N> | undefined) =>
  columns as Omit<Columns<'task'>, 'payload'> | undefined

/**
 * Writes the result of an item, unless another server has taken it over or an unhandled error came from it. Any answer
 * resets the count of unanswered attempts.
 */
export const completeItem = async <N extends QueueTable>(
  db: Kysely<Database>,
  { table }: Queue<N>,
  { id, attempt }: QueueItem,
  columns: Columns<N>,
): Promise<void> => {
  if (currentActivity()?.isLost) return
  await db
    .updateTable(asOne(table))
    .set({ ...columnsOf(columns), unanswered: 0 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
}

/** Gives an item back untouched, for another server or the next start: it does not count as an attempt. */
export const releaseItem = async <N extends QueueTable>(
  db: Kysely<Database>,
  { table, until }: Queue<N>,
  { id, attempt, unanswered }: QueueItem,
  due: Instant | null,
  columns?: Columns<N>,
): Promise<void> => {
  if (currentActivity()?.isLost) return
  const untouched = { attempt: attempt - 1, unanswered: Math.max(0, unanswered - 1), [until]: due }
  await db
    .updateTable(asOne(table))
    .set({ ...columnsOf(columns), ...untouched })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
}

/** Records why an attempt ended without an answer, and sets the item aside after the third. Its lease runs on. */
export const failAttempt = async <N extends QueueTable>(
  db: Kysely<Database>,
  queue: Queue<N>,
  item: QueueItem,
  error: unknown,
): Promise<void> => {
  const message = errorMessageOf(error)
  // The item may have been answered in part since it was taken, so the count is read again.
  const now = await db
    .updateTable(asOne(queue.table))
    .set({ message })
    .where('id', '=', item.id)
    .where('attempt', '=', item.attempt)
    .returning('unanswered')
    .executeTakeFirst()
  if (now && now.unanswered >= MAX_UNANSWERED_ATTEMPTS) await setItemAside(db, queue, item, message)
}

/** Sets an item aside until someone tries it again. */
export const setItemAside = async <N extends QueueTable>(
  db: Kysely<Database>,
  { table, aside }: Queue<N>,
  { id, attempt, message }: QueueItem,
  why: string = message ?? LOST,
): Promise<void> => {
  await db
    .updateTable(asOne(table))
    .set({ ...columnsOf(aside), setAsideAt: sql<Instant>`now()`, message: why })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('setAsideAt', 'is', null)
    .execute()
}

/** Puts an item that was set aside back in its queue; returns false if there is no such item. */
export const requeueItem = async <N extends QueueTable>(
  db: Kysely<Database>,
  { table, until, again }: Queue<N>,
  id: string,
  now: Instant,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable(asOne(table))
    .set({
      ...columnsOf(again),
      ...{ setAsideAt: null, unanswered: 0, message: null, [until]: now },
    })
    .where('id', '=', id)
    .where('setAsideAt', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
