import { CompiledQuery, type Kysely, sql } from 'kysely'
import { groupBy } from '#domain/values/grouped'
import { hashLogEntry } from '../store/activity.ts'
import { COMMITTED_TABLES } from '../store/committed.ts'
import type { RecordedChainPoint } from '../log/log-check.ts'
import type { ChainedEntry } from '../store/tables/log-tables.ts'
import { letRequestsGoFirst } from '../process/requests-first.ts'
import { iterateResultPages } from '../store/pages.ts'
import type { Database } from '../store/tables/tables.ts'
import type { VerificationCheck, VerificationFault } from './check.ts'
import { toPeekableList } from './peeking.ts'
import { verifyRowChanges, type RowChange } from './row-changes.ts'
import { currentRowsSql, type CurrentRow, findRowFault, isRowAsLeft, type LastRowChange } from './rows.ts'

type Db = Kysely<Database>

const AT_ONCE = 500

const entriesAfter = (db: Db, seq: number): Promise<ChainedEntry[]> =>
  db.selectFrom('activityChained').selectAll().where('seq', '>', seq).orderBy('seq').limit(AT_ONCE).execute()

const nameOf = ({ tableName, rowKey }: Pick<RowChange, 'tableName' | 'rowKey'>): string =>
  `${tableName} ${rowKey}`

/** Compares what these entries vouch for with the stored changes, page by page. */
const changesOf = (
  db: Db,
  entries: readonly ChainedEntry[],
  seen: (last: ReadonlyMap<string, LastRowChange>, firstBatch: number) => AsyncIterable<VerificationFault>,
): AsyncIterable<VerificationFault> => {
  const vouching = entries
    .flatMap(({ entryId, rowsBatch, rowsHash }) =>
      rowsBatch === null ? [] : [{ id: entryId, rowsBatch, rowsHash }],
    )
    .toSorted((one, other) => one.rowsBatch - other.rowsBatch)
  const batches = vouching.map(({ rowsBatch }) => rowsBatch)
  const changes = sql<RowChange>`select nr, batch, table_name, row_key, digest, salt from activity_row
    where batch = any(${batches}::bigint[]) order by batch, nr`
  return verifyRowChanges(toPeekableList(vouching), iterateResultPages(db, changes), async function* (page) {
    const last = new Map<string, LastRowChange & { nr: number }>()
    for (const { change, entryId } of page) {
      const name = nameOf(change)
      if (entryId !== undefined && (last.get(name)?.nr ?? 0) < change.nr)
        last.set(name, { ...change, entryId })
    }
    yield* seen(last, batches[0] ?? 0)
  })
}

/** Reads the rows of a table with these keys as they are now, along an index. */
const rowsOfKeys = async (
  db: Db,
  table: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, CurrentRow>> => {
  const { key = 'id', first } = COMMITTED_TABLES[table] ?? {}
  const { column, type } = first ?? { column: key, type: 'text' }
  // Only the last part of a composite key has no space.
  const wanted = first ? keys.map(one => one.replace(/ [^ ]*$/, '')) : keys
  const asked = CompiledQuery.raw(currentRowsSql(table, `${column} = any($1::${type}[])`), [wanted])
  const { rows } = await db.executeQuery<CurrentRow>(asked)
  return new Map(rows.map(row => [row.rowKey, row]))
}

/** Returns the last change of each of these rows in the log, among all entries since a batch, by the name of the row. */
const lastChangesOf = async (
  db: Db,
  firstBatch: number,
  wanted: readonly LastRowChange[],
): Promise<ReadonlyMap<string, LastRowChange>> => {
  const tables = wanted.map(({ tableName }) => tableName)
  const keys = wanted.map(({ rowKey }) => rowKey)
  const { rows } = await sql<LastRowChange>`
    select distinct on (table_name, row_key) table_name, row_key, digest, salt, activity.id as entry_id
    from unnest(${tables}::text[], ${keys}::text[]) as wanted (table_name, row_key)
    join activity_row using (table_name, row_key) join activity on rows_batch = batch
    where batch >= ${firstBatch}
    order by table_name, row_key, nr desc`.execute(db)
  return new Map(rows.map(row => [nameOf(row), row]))
}

/**
 * Checks that changed rows are as the last of these changes left them, or a later one. Later changes are read for all rows
 * together: they are in no index by row, and the log may have millions of them.
 */
async function* rowsAsLeft(
  db: Db,
  changes: ReadonlyMap<string, LastRowChange>,
  firstBatch: number,
): AsyncIterable<VerificationFault> {
  const goFirst = letRequestsGoFirst()
  const different: { change: LastRowChange; now: CurrentRow | undefined }[] = []
  for (const [table, its] of groupBy([...changes.values()], ({ tableName }) => tableName)) {
    const present = await rowsOfKeys(
      db,
      table,
      its.map(({ rowKey }) => rowKey),
    )
    for (const change of its) {
      await goFirst()
      const now = present.get(change.rowKey)
      if (!isRowAsLeft(table, { last: change, now })) different.push({ change, now })
    }
  }
  if (different.length === 0) return
  const lastChanges = await lastChangesOf(
    db,
    firstBatch,
    different.map(({ change }) => change),
  )
  for (const { change, now } of different) {
    await goFirst()
    const fault = await findRowFault(db, change.tableName, { last: lastChanges.get(nameOf(change)), now })
    if (fault) yield fault
  }
}

/** Returns the error of an entry as the next in the chain. */
const faultOfLink = (entry: ChainedEntry, before: RecordedChainPoint): VerificationFault | undefined => {
  const { hash, ...said } = entry
  const what = `Entry ${entry.seq}`
  if (entry.seq !== before.seq + 1 || entry.prevHash !== before.hash)
    return { what, why: `does not follow entry ${before.seq}, which was verified` }
  return hashLogEntry(said) === hash ? undefined : { what, why: 'is not what was written' }
}

const linkAt = (db: Db, seq: number) =>
  db.selectFrom('activityChain').select('hash').where('seq', '=', seq).executeTakeFirst()

/**
 * Checks everything since a verified point of the log: every entry follows the one before it, and the rows that it
 * vouches for are as it left them. Reports progress after each step.
 */
export const verifySincePoint = (
  from: RecordedChainPoint,
  reached: (point: RecordedChainPoint) => void,
): VerificationCheck => ({
  name: 'since',
  run: async function* ({ db }, looked) {
    await sql`set local timezone = 'UTC'`.execute(db)
    if (from.seq > 0 && (await linkAt(db, from.seq))?.hash !== from.hash)
      yield { what: `Entry ${from.seq}`, why: 'is gone, or differs from the entry that was verified' }
    const goFirst = letRequestsGoFirst()
    let last = from
    for (
      let page = await entriesAfter(db, last.seq);
      page.length > 0;
      page = await entriesAfter(db, last.seq)
    ) {
      for (const entry of page) {
        await goFirst()
        const fault = faultOfLink(entry, last)
        if (fault) yield fault
        last = { seq: entry.seq, hash: entry.hash }
      }
      yield* changesOf(db, page, (changes, firstBatch) => {
        // One entry may vouch for a million rows.
        looked(0)
        return rowsAsLeft(db, changes, firstBatch)
      })
      looked(page.length)
      reached(last)
    }
  },
})
