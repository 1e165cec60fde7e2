import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import type { Database } from './tables.ts'

/** Notes that a person no longer wants to find a result on the first page; noted once however often it is said. */
export const putAway = async (
  db: Kysely<Database>,
  result: { userId: string; roundId: string; organisationId: string; at: Instant },
): Promise<void> => {
  await db
    .insertInto('dismissedResult')
    .values(result)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
