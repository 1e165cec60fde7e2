import { type Kysely, sql } from 'kysely'
import type { Database } from './tables/tables.ts'

/**
 * Runs reads on one snapshot of the database, however long they take; within a transaction it uses that transaction's
 * snapshot. Writes are refused.
 */
export const readOnSnapshot = <T>(
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
