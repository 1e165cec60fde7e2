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
          await sql`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('work_mem', '64MB', true)`.execute(
            moment,
          )
          return read(moment)
        })
