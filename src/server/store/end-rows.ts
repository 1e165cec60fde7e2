import { type Kysely, sql } from 'kysely'
import type { Instant } from '#domain/dates'
import type { Ending } from './lives.ts'
import type { Database } from './tables.ts'

/** As many rows go in one transaction: a few hundredths of a second in which they are locked. */
const AT_ONCE = 1000

type Ended = Ending & { table: string }

/**
 * Takes away, or empties, all rows of a table that have ended before a moment, a batch in each transaction and the oldest
 * first, until it is told to stop; answers how many. Rows that somebody holds are left for the next time.
 */
export const endRows = async (
  db: Kysely<Database>,
  ending: Ended,
  before: Instant,
  stopping?: AbortSignal,
): Promise<number> => {
  let ended = 0
  let from: Instant | undefined
  for (;;) {
    if (stopping?.aborted) return ended
    const { rows } = await batchOf(ending, before, from).execute(db)
    const { count, last } = rows[0] ?? { count: 0, last: null }
    ended += count
    if (count < AT_ONCE) return ended
    // What has just gone is not looked at again, as long as an older transaction keeps it from being swept.
    from = last ?? from
  }
}

/** The statement that ends a batch. */
export const batchOf = ({ table, since, where, how }: Ended, before: Instant, from?: Instant) => {
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
