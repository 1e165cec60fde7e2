import { type Kysely, sql } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { RowExpiry } from './lives.ts'
import type { Database } from './tables/tables.ts'

/** Rows per transaction: they are locked for a few hundredths of a second. */
const AT_ONCE = 1000

type Ended = RowExpiry & { table: string }

/**
 * Removes or empties all rows of a table that ended before an instant, oldest first, one batch in each transaction,
 * until `signal` stops it. Returns the number of rows. Locked rows are left for the next run.
 */
export const deleteEndedRows = async (
  db: Kysely<Database>,
  ending: Ended,
  before: Instant,
  stopping?: AbortSignal,
): Promise<number> => {
  let ended = 0
  let from: Instant | undefined
  for (;;) {
    if (stopping?.aborted) return ended
    const { rows } = await deleteBatchSql(ending, before, from).execute(db)
    const { count, last } = rows[0] ?? { count: 0, last: null }
    ended += count
    if (count < AT_ONCE) return ended
    // Rows just removed are not scanned again while an older transaction keeps them from being vacuumed.
    from = last ?? from
  }
}

/** Returns the statement that ends one batch. */
export const deleteBatchSql = ({ table, since, where, how }: Ended, before: Instant, from?: Instant) => {
  const name = sql.table(table)
  const moment = sql.ref(since)
  const these = sql`where ctid = any(array(select ctid from due))`
  return sql<{ count: number; last: Instant | null }>`
    with due as materialized (
      select ctid, ${moment} as moment from ${name}
      where ${moment} < ${before} and ${moment} >= ${from ?? '-infinity'} and ${where ?? sql`true`}
      order by ${moment} limit ${sql.lit(AT_ONCE)} for update skip locked),
    ended as (${how === 'emptied' ? sql`update ${name} set facts = '{}' ${these}` : sql`delete from ${name} ${these}`})
    select count(*) as count, max(moment) as last from due`
}
