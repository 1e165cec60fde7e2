import type { Kysely } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'

/** Notes that a user has dismissed a result from the home page; idempotent. */
export const recordResultDismissal = async (
  db: Kysely<Database>,
  result: { userId: string; roundId: string; organisationId: string; at: Instant },
): Promise<void> => {
  await db
    .insertInto('dismissedResult')
    .values(result)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
