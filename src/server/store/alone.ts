import { type Kysely, sql } from 'kysely'
import type { Database } from './tables/tables.ts'

/**
 * Does the work unless another server on this database is doing it already, so that it never runs twice at the same
 * time. The lock belongs to a transaction that does nothing else: it ends with the server that held it, even where a
 * pooler gives each transaction another connection.
 */
export const runExclusively = (
  db: Kysely<Database>,
  name: string,
  work: () => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async trx => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as held`.execute(trx)
    if (rows[0]?.held) await work()
  })
