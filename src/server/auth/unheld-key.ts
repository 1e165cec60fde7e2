import type { Kysely } from 'kysely'
import { addDays, addMinutes, dayOf, type Instant } from '#domain/dates'
import type { Database } from '../store/tables.ts'
import { recordOwn } from './own-account.ts'
import { beginningOf, keyHashOf, newKey } from './key-words.ts'

/** An API key of this person that reads, made some weeks ago and used today: for a demonstration, since nobody knows it. */
export const addUnheldKey = async (
  db: Kysely<Database>,
  { userId, name, now }: { userId: string; name: string; now: Instant },
): Promise<void> => {
  const key = newKey()
  const day = dayOf(now)
  const madeAt = `${addDays(day, -40)}T10:00:00.000Z`
  await db.transaction().execute(async trx => {
    await trx
      .insertInto('apiKey')
      .values({
        ...{ id: `key-of-${userId}`, userId, name, scopes: ['read'] },
        ...{ begins: beginningOf(key), keyHash: keyHashOf(key) },
        ...{ madeAt, expiresAt: `${addDays(day, 320)}T10:00:00.000Z` },
        lastUsedAt: addMinutes(now, -95),
      })
      .execute()
    await recordOwn(trx, { userId }, 'MakeApiKey', 'Make API key', madeAt)
  })
}
