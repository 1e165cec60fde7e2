import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Does this work unless a server on this database does the same already; several servers never do it at the same time. The
 * lock is that of a transaction in which nothing else happens, so it goes with the server that held it, also where a
 * pooler gives each transaction another connection.
 */
export const alone = (db: Kysely<Database>, name: string, work: () => Promise<void>): Promise<void> =>
  db.transaction().execute(async trx => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as held`.execute(trx)
    if (rows[0]?.held) await work()
  })
