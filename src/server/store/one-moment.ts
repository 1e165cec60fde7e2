import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Reads all that it asks for as it is at one moment, however long that takes; whoever is in a transaction already reads in that
 * one. Nothing can be written.
 */
export const atOneMoment = <T>(
  db: Kysely<Database>,
  read: (moment: Kysely<Database>) => Promise<T>,
): Promise<T> =>
  db.isTransaction
    ? read(db)
    : db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async moment => {
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(moment)
          return read(moment)
        })
