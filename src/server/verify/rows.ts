import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { groupBy } from '#domain/values/grouped'
import { COMMITTED_TABLES, committedRowText } from '../store/committed.ts'
import type { Database } from '../store/tables/tables.ts'
import { letRequestsGoFirst } from '../process/requests-first.ts'
import { iterateResultPages } from '../store/pages.ts'
import type { VerificationCheck, VerificationFault } from './check.ts'
import { compareBytes, type PeekableSequence, toPeekablePages } from './peeking.ts'
import { verifyRowChanges, type RowChange, type VouchingEntry } from './row-changes.ts'

/** The last change of a row in the log, and the entry that vouches for it. */
export type LastRowChange = Omit<RowChange, 'batch' | 'nr'> & { entryId: number }

/** A row as it is now, in the text form that its commitment uses. */
export interface CurrentRow {
  rowKey: string
  said: string
}

/** True if a row agrees with its commitment. */
const isAsCommitted = ({ digest, salt }: LastRowChange, { said }: CurrentRow): boolean =>
  digest !== null &&
  salt !== null &&
  createHash('sha256')
    .update(salt + said)
    .digest()
    .equals(digest)

/**
 * Returns SQL for the rows of a table as they are now, in the text form that commitments use; `where` restricts them.
 */
export const currentRowsSql = (table: string, where = 'true'): string => {
  const { key = 'id', only = 'true' } = COMMITTED_TABLES[table] ?? {}
  return `select (${key}) collate "C" as "rowKey", ${committedRowText(table)}::text as said
    from "${table}" as one where (${only}) and (${where})`
}

/** True if a row is as its last change in the log left it. */
export const isRowAsLeft = (
  table: string,
  { last, now }: { last: LastRowChange; now: CurrentRow | undefined },
): boolean =>
  now ? isAsCommitted(last, now) : last.digest === null || (COMMITTED_TABLES[table]?.endsByItself ?? false)

/** Returns the error of a row, from its last change in the log and its present content; undefined if there is none. */
export const findRowFault = async (
  db: Kysely<Database>,
  table: string,
  { last, now }: { last: LastRowChange | undefined; now: CurrentRow | undefined },
): Promise<VerificationFault | undefined> => {
  const what = `${table} ${last?.rowKey ?? now?.rowKey}`
  if (!last) return { what, why: 'is in the table, but not in the log' }
  if (isRowAsLeft(table, { last, now })) return undefined
  const link = await db
    .selectFrom('activityChain')
    .select('seq')
    .where('entryId', '=', last.entryId)
    .executeTakeFirst()
  const entry = link ? `entry ${link.seq}` : 'the last entry about it'
  if (!now) return { what, why: `is missing, but exists according to ${entry} of the log` }
  if (last.digest === null)
    return { what, why: `is in the table, but was deleted according to ${entry} of the log` }
  if (last.salt === null)
    return { what, why: `cannot be checked: the salt of ${entry} of the log is missing` }
  return { what, why: `does not match ${entry} of the log` }
}

/** Names the last entry before a batch, or the first one after it, in words. */
const entryBeside = async (
  db: Kysely<Database>,
  batch: number,
  side: 'before' | 'after',
): Promise<string> => {
  const isBefore = side === 'before'
  const entry = await db
    .selectFrom('activityChained')
    .select(['seq', 'at'])
    .where('rowsBatch', isBefore ? '<' : '>', batch)
    .orderBy('rowsBatch', isBefore ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()
  return entry ? ` ${isBefore ? 'after' : 'before'} entry ${entry.seq} of ${entry.at}` : ''
}

/**
 * Yields each row that was changed outside an action, with no entry to vouch for it, even if an action has changed it
 * since.
 */
async function* outsideActions(
  db: Kysely<Database>,
  page: readonly { change: RowChange; entryId: number | undefined }[],
): AsyncIterable<VerificationFault> {
  const outside = page.filter(
    ({ change, entryId }) =>
      entryId === undefined && !(change.digest === null && COMMITTED_TABLES[change.tableName]?.endsByItself),
  )
  const byBatch = groupBy(outside, ({ change }) => String(change.batch))
  for (const [batch, its] of byBatch) {
    const when =
      (await entryBeside(db, Number(batch), 'before')) + (await entryBeside(db, Number(batch), 'after'))
    const rowsOfBatch = new Set(its.map(({ change }) => `${change.tableName} ${change.rowKey}`))
    for (const what of rowsOfBatch) yield { what, why: `was changed outside an action${when}` }
  }
}

/** Compares all entries that vouch for rows with all stored changes, and reports changes without an entry. */
const changesOf = (
  db: Kysely<Database>,
  looked: (things: number) => void,
): AsyncIterable<VerificationFault> =>
  verifyRowChanges(
    toPeekablePages(
      iterateResultPages(
        db,
        sql<VouchingEntry>`select id, rows_batch, rows_hash from activity where rows_batch is not null order by rows_batch, id`,
      ),
    ),
    iterateResultPages(
      db,
      sql<RowChange>`select nr, batch, table_name, row_key, digest, salt from activity_row order by batch, nr`,
    ),
    async function* (page) {
      looked(page.length)
      yield* outsideActions(db, page)
    },
  )

/** The last change of each row for which an entry vouches. */
const LAST_CHANGES = sql<LastRowChange>`
  select distinct on (table_name, row_key) table_name, row_key, digest, salt, activity.id as entry_id
  from activity_row join activity on rows_batch = batch
  order by table_name, row_key, nr desc`

/** Number of rows in memory if they may be several megabytes long. */
const LARGE_AT_ONCE = 10

async function* rowsOfTable(
  db: Kysely<Database>,
  table: string,
  { last, looked }: { last: PeekableSequence<LastRowChange>; looked: (things: number) => void },
): AsyncIterable<VerificationFault> {
  const present = toPeekablePages(
    iterateResultPages(
      db,
      sql.raw<CurrentRow>(`${currentRowsSql(table)} order by 1`),
      COMMITTED_TABLES[table]?.isLarge ? LARGE_AT_ONCE : undefined,
    ),
  )
  const goFirst = letRequestsGoFirst()
  let seen = 0
  for (;;) {
    await goFirst()
    const [said, now] = [await last.peek(), await present.peek()]
    const its = said?.tableName === table ? said : undefined
    if (!its && !now) break
    const order = its && now ? compareBytes(its.rowKey, now.rowKey) : its ? -1 : 1
    if (order <= 0) await last.next()
    if (order >= 0) await present.next()
    const fault = await findRowFault(db, table, {
      last: order <= 0 ? its : undefined,
      now: order >= 0 ? now : undefined,
    })
    if (fault) yield fault
    seen += 1
    if (seen % 1000 === 0) looked(1000)
  }
  looked(seen % 1000)
}

/**
 * Checks that every row of every table that actions write is as the log left it (decision 0108): the stored changes are
 * those for which entries vouch, and each row, with its salt, matches the commitment of its last change. Both are read
 * in one order, so memory does not grow with the market.
 */
export const currentRowsCheck: VerificationCheck = {
  name: 'rows',
  run: async function* ({ db }, looked) {
    await sql`set local timezone = 'UTC'`.execute(db)
    yield* changesOf(db, looked)
    const last = toPeekablePages(iterateResultPages(db, LAST_CHANGES))
    for (const table of Object.keys(COMMITTED_TABLES).toSorted(compareBytes)) {
      for (
        let other = await last.peek();
        other && compareBytes(other.tableName, table) < 0;
        other = await last.peek()
      ) {
        await last.next()
        yield {
          what: `${other.tableName} ${other.rowKey}`,
          why: 'belongs to a table that this version does not know',
        }
      }
      yield* rowsOfTable(db, table, { last, looked })
    }
  },
}
