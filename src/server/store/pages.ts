import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './tables/tables.ts'

const AT_ONCE = 1000
let opened = 0

/**
 * Yields all rows that a query selects, by default a thousand at a time, so that they are never all in memory. Call it
 * within a transaction; the rows are as of the start of the query.
 */
export const iterateResultPages = async function* <T>(
  db: Kysely<Database>,
  query: RawBuilder<T>,
  atOnce = AT_ONCE,
): AsyncGenerator<T[], void> {
  opened += 1
  const cursor = sql.id(`page_${opened}`)
  // Plan for all rows, however late the first of them comes.
  await sql`set local cursor_tuple_fraction = 1`.execute(db)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<T>`fetch ${sql.lit(atOnce)} from ${cursor}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) break
  }
  await sql`close ${cursor}`.execute(db)
}
