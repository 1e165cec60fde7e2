import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './tables.ts'

const AT_ONCE = 1000
let opened = 0

/**
 * All rows that a query selects, a thousand at a time, or so many, so that never all of them are held. It must be asked within a
 * transaction, and answers as of the beginning of that query.
 */
export const pagesOf = async function* <T>(
  db: Kysely<Database>,
  query: RawBuilder<T>,
  atOnce = AT_ONCE,
): AsyncGenerator<T[], void> {
  opened += 1
  const cursor = sql.id(`page_${opened}`)
  // All rows are wanted, however late the first of them comes.
  await sql`set local cursor_tuple_fraction = 1`.execute(db)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<T>`fetch ${sql.lit(atOnce)} from ${cursor}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) break
  }
  await sql`close ${cursor}`.execute(db)
}
