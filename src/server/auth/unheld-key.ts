import type { Kysely } from 'kysely'
import { addDays, addMinutes, utcDayOf, type Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'
import { logOwnAccountAction } from './own-account.ts'
import { apiKeyPrefix, hashOfApiKey, generateApiKey } from './key-words.ts'

/**
 * A read-only API key of this person, created some weeks ago and used today: for the demonstration, as no one knows
 * its secret.
 */
export const addDemonstrationApiKey = async (
  db: Kysely<Database>,
  { userId, name, now }: { userId: string; name: string; now: Instant },
): Promise<void> => {
  const key = generateApiKey()
  const day = utcDayOf(now)
  const madeAt = `${addDays(day, -40)}T10:00:00.000Z`
  await db.transaction().execute(async trx => {
    await trx
      .insertInto('apiKey')
      .values({
        ...{ id: `key-of-${userId}`, userId, name, scopes: ['read'] },
        ...{ begins: apiKeyPrefix(key), keyHash: hashOfApiKey(key) },
        ...{ madeAt, expiresAt: `${addDays(day, 320)}T10:00:00.000Z` },
        lastUsedAt: addMinutes(now, -95),
      })
      .execute()
    await logOwnAccountAction(trx, { userId }, 'MakeApiKey', 'Make API key', madeAt)
  })
}
