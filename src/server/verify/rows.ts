import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { grouped } from '#domain/grouped'
import { COMMITTED, saidBy } from '../store/committed.ts'
import type { Database } from '../store/tables.ts'
import { pagesOf } from '../store/pages.ts'
import type { Check, Fault } from './check.ts'
import { byBytes, type Peeking, peeking } from './peeking.ts'
import { changesAsVouchedFor, type RowChange, type Vouching } from './row-changes.ts'

/** The last thing that the log says of a row, and the entry that vouches for it. */
export type LastChange = Omit<RowChange, 'batch' | 'nr'> & { entryId: number }

/** A row as it is now, in the words of which its commitment was made. */
export interface RowNow {
  rowKey: string
  said: string
}

/** Is a row as a commitment says? */
const isAsCommitted = ({ digest, salt }: LastChange, { said }: RowNow): boolean =>
  digest !== null &&
  salt !== null &&
  createHash('sha256')
    .update(salt + said)
    .digest()
    .equals(digest)

/** Asks for the rows of a table as they are now, in the words of which commitments are made; `where` narrows them down. */
export const rowsNow = (table: string, where = 'true'): string => {
  const { key = 'id', only = 'true' } = COMMITTED[table] ?? {}
  return `select (${key}) collate "C" as "rowKey", ${saidBy(table)}::text as said
    from "${table}" as one where (${only}) and (${where})`
}

/** What is wrong with a row, by what the log said of it last and what it says now; undefined where nothing is. */
export const faultOfRow = async (
  db: Kysely<Database>,
  table: string,
  { last, now }: { last: LastChange | undefined; now: RowNow | undefined },
): Promise<Fault | undefined> => {
  const what = `${table} ${last?.rowKey ?? now?.rowKey}`
  if (!last) return { what, why: 'is there, and the log does not tell of it' }
  if (!now && last.digest === null) return undefined
  if (!now && COMMITTED[table]?.endsByItself) return undefined
  if (now && isAsCommitted(last, now)) return undefined
  const link = await db
    .selectFrom('activityChain')
    .select('seq')
    .where('entryId', '=', last.entryId)
    .executeTakeFirst()
  const entry = link ? `entry ${link.seq}` : 'the last entry about it'
  if (!now) return { what, why: `is gone, and was there by ${entry} of the log` }
  if (last.digest === null) return { what, why: `is there, and was taken away by ${entry} of the log` }
  if (last.salt === null) return { what, why: `cannot be told: the salt of ${entry} of the log is gone` }
  return { what, why: `is not as ${entry} of the log left it` }
}

/** The last entry before a batch, or the first one after it, in words. */
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

/** Names each row that was changed without an action, for which no entry vouches: also one that an action has changed since. */
async function* outsideActions(
  db: Kysely<Database>,
  page: readonly { change: RowChange; entryId: number | undefined }[],
): AsyncIterable<Fault> {
  const outside = page.filter(
    ({ change, entryId }) =>
      entryId === undefined && !(change.digest === null && COMMITTED[change.tableName]?.endsByItself),
  )
  const byBatch = grouped(outside, ({ change }) => String(change.batch))
  for (const [batch, its] of byBatch) {
    const when =
      (await entryBeside(db, Number(batch), 'before')) + (await entryBeside(db, Number(batch), 'after'))
    const rowsOfBatch = new Set(its.map(({ change }) => `${change.tableName} ${change.rowKey}`))
    for (const what of rowsOfBatch) yield { what, why: `was changed outside an action${when}` }
  }
}

/** Holds all entries that vouch for rows against all changes beside the log, and names those for which none does. */
const changesOf = (db: Kysely<Database>, looked: (things: number) => void): AsyncIterable<Fault> =>
  changesAsVouchedFor(
    peeking(
      pagesOf(
        db,
        sql<Vouching>`select id, rows_batch, rows_hash from activity where rows_batch is not null order by rows_batch, id`,
      ),
    ),
    pagesOf(
      db,
      sql<RowChange>`select nr, batch, table_name, row_key, digest, salt from activity_row order by batch, nr`,
    ),
    async function* (page) {
      looked(page.length)
      yield* outsideActions(db, page)
    },
  )

/** The last change of each row for which an entry vouches. */
const LAST_CHANGES = sql<LastChange>`
  select distinct on (table_name, row_key) table_name, row_key, digest, salt, activity.id as entry_id
  from activity_row join activity on rows_batch = batch
  order by table_name, row_key, nr desc`

/** Of rows that may be megabytes long so many are held. */
const LARGE_AT_ONCE = 10

async function* rowsOfTable(
  db: Kysely<Database>,
  table: string,
  { last, looked }: { last: Peeking<LastChange>; looked: (things: number) => void },
): AsyncIterable<Fault> {
  const present = peeking(
    pagesOf(
      db,
      sql.raw<RowNow>(`${rowsNow(table)} order by 1`),
      COMMITTED[table]?.isLarge ? LARGE_AT_ONCE : undefined,
    ),
  )
  let seen = 0
  for (;;) {
    const [said, now] = [await last.peek(), await present.peek()]
    const its = said?.tableName === table ? said : undefined
    if (!its && !now) break
    const order = its && now ? byBytes(its.rowKey, now.rowKey) : its ? -1 : 1
    if (order <= 0) await last.next()
    if (order >= 0) await present.next()
    const fault = await faultOfRow(db, table, {
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
 * Every row of every table that actions write is as the log left it (decision 0108): the changes that lie beside the log are those
 * for which its entries vouch, and each row is, with its salt, what its last change commits to. Read side by side in one order, so a
 * market of any size takes the same memory.
 */
export const rows: Check = {
  name: 'rows',
  run: async function* ({ db }, looked) {
    await sql`set local timezone = 'UTC'`.execute(db)
    yield* changesOf(db, looked)
    const last = peeking(pagesOf(db, LAST_CHANGES))
    for (const table of Object.keys(COMMITTED).toSorted(byBytes)) {
      for (
        let other = await last.peek();
        other && byBytes(other.tableName, table) < 0;
        other = await last.peek()
      ) {
        await last.next()
        yield {
          what: `${other.tableName} ${other.rowKey}`,
          why: 'is of a table that this version does not know',
        }
      }
      yield* rowsOfTable(db, table, { last, looked })
    }
  },
}
