import { CompiledQuery, type Kysely, sql } from 'kysely'
import { grouped } from '#domain/grouped'
import { hashOf } from '../store/activity.ts'
import { COMMITTED } from '../store/committed.ts'
import type { ChainPoint } from '../store/log-check.ts'
import type { ChainedEntry } from '../store/log-tables.ts'
import { pagesOf } from '../store/pages.ts'
import type { Database } from '../store/tables.ts'
import type { Check, Fault } from './check.ts'
import { inOnePage } from './peeking.ts'
import { changesAsVouchedFor, type RowChange } from './row-changes.ts'
import { faultOfRow, type LastChange, type RowNow, rowsNow } from './rows.ts'

type Db = Kysely<Database>

const AT_ONCE = 500

const entriesAfter = (db: Db, seq: number): Promise<ChainedEntry[]> =>
  db.selectFrom('activityChained').selectAll().where('seq', '>', seq).orderBy('seq').limit(AT_ONCE).execute()

/** Holds what these entries vouch for against the changes beside the log, page by page. */
const changesOf = (
  db: Db,
  entries: readonly ChainedEntry[],
  seen: (last: ReadonlyMap<string, LastChange>, firstBatch: number) => AsyncIterable<Fault>,
): AsyncIterable<Fault> => {
  const vouching = entries
    .flatMap(({ entryId, rowsBatch, rowsHash }) =>
      rowsBatch === null ? [] : [{ id: entryId, rowsBatch, rowsHash }],
    )
    .toSorted((one, other) => one.rowsBatch - other.rowsBatch)
  const batches = vouching.map(({ rowsBatch }) => rowsBatch)
  const changes = sql<RowChange>`select nr, batch, table_name, row_key, digest, salt from activity_row
    where batch = any(${batches}::bigint[]) order by batch, nr`
  return changesAsVouchedFor(inOnePage(vouching), pagesOf(db, changes), async function* (page) {
    const last = new Map<string, LastChange & { nr: number }>()
    for (const { change, entryId } of page) {
      const name = `${change.tableName} ${change.rowKey}`
      if (entryId !== undefined && (last.get(name)?.nr ?? 0) < change.nr)
        last.set(name, { ...change, entryId })
    }
    yield* seen(last, batches[0] ?? 0)
  })
}

/** The rows of a table of these keys, as they are now, found along an index. */
const rowsOfKeys = async (
  db: Db,
  table: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RowNow>> => {
  const { key = 'id', first } = COMMITTED[table] ?? {}
  const { column, type } = first ?? { column: key, type: 'text' }
  const wanted = first ? keys.map(one => one.split(' ')[0]) : keys
  const asked = CompiledQuery.raw(rowsNow(table, `${column} = any($1::${type}[])`), [wanted])
  const { rows } = await db.executeQuery<RowNow>(asked)
  return new Map(rows.map(row => [row.rowKey, row]))
}

/** What the log says of a row last, of all entries that came since a batch. */
const lastOf = async (db: Db, firstBatch: number, { tableName, rowKey }: LastChange) => {
  const { rows } = await sql<LastChange>`
    select table_name, row_key, digest, salt, activity.id as entry_id
    from activity_row join activity on rows_batch = batch
    where batch >= ${firstBatch} and table_name = ${tableName} and row_key = ${rowKey}
    order by nr desc limit 1`.execute(db)
  return rows[0]
}

/** Rows that were changed must be as the last of these changes left them, or as a later one did. */
async function* rowsAsLeft(
  db: Db,
  changes: ReadonlyMap<string, LastChange>,
  firstBatch: number,
): AsyncIterable<Fault> {
  for (const [table, its] of grouped([...changes.values()], ({ tableName }) => tableName)) {
    const present = await rowsOfKeys(
      db,
      table,
      its.map(({ rowKey }) => rowKey),
    )
    for (const last of its) {
      const now = present.get(last.rowKey)
      if (!(await faultOfRow(db, table, { last, now }))) continue
      const fault = await faultOfRow(db, table, { last: await lastOf(db, firstBatch, last), now })
      if (fault) yield fault
    }
  }
}

/** What is wrong with an entry as the next of the chain. */
const faultOfLink = (entry: ChainedEntry, before: ChainPoint): Fault | undefined => {
  const { hash, ...said } = entry
  const what = `Entry ${entry.seq}`
  if (entry.seq !== before.seq + 1 || entry.prevHash !== before.hash)
    return { what, why: `does not follow entry ${before.seq}, which was verified` }
  return hashOf(said) === hash ? undefined : { what, why: 'is not what was written' }
}

const linkAt = (db: Db, seq: number) =>
  db.selectFrom('activityChain').select('hash').where('seq', '=', seq).executeTakeFirst()

/**
 * What has come since a point of the log that was verified: every entry follows the one before it, and the rows that it vouches for
 * are as it left them. Says after each step how far it has come.
 */
export const since = (from: ChainPoint, reached: (point: ChainPoint) => void): Check => ({
  name: 'since',
  run: async function* ({ db }, looked) {
    await sql`set local timezone = 'UTC'`.execute(db)
    if (from.seq > 0 && (await linkAt(db, from.seq))?.hash !== from.hash)
      yield { what: `Entry ${from.seq}`, why: 'is gone, or another one than was verified' }
    let last = from
    for (
      let page = await entriesAfter(db, last.seq);
      page.length > 0;
      page = await entriesAfter(db, last.seq)
    ) {
      for (const entry of page) {
        const fault = faultOfLink(entry, last)
        if (fault) yield fault
        last = { seq: entry.seq, hash: entry.hash }
      }
      yield* changesOf(db, page, (changes, firstBatch) => rowsAsLeft(db, changes, firstBatch))
      looked(page.length)
      reached(last)
    }
  },
})
