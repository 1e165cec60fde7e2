import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Instant } from '#domain/dates'
import type { Database } from '../store/tables.ts'
import type { Runtime } from '../runner/runtime.ts'
import { recordOwn } from './own-account.ts'
import { actorFor } from './sessions.ts'

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Since when somebody's calendar has an address; null where it has none. */
export const calendarSince = async (db: Kysely<Database>, userId: string): Promise<Instant | null> => {
  const found = await db
    .selectFrom('personalCalendar')
    .select('madeAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return found?.madeAt ?? null
}

/** Makes a secret for somebody's calendar in place of any before, and returns it; only its hash is kept. */
export const makeCalendar = (
  { store }: Pick<Runtime, 'store'>,
  userId: string,
  madeAt: Instant,
): Promise<string> =>
  store.transaction(async ({ db }) => {
    const secret = randomBytes(32).toString('base64url')
    const row = { secretHash: hashOf(secret), madeAt }
    await db
      .insertInto('personalCalendar')
      .values({ userId, ...row })
      .onConflict(conflict => conflict.column('userId').doUpdateSet(row))
      .execute()
    await recordOwn(db, { userId }, 'MakeCalendar', 'Make calendar address', madeAt)
    return secret
  })

/** Ends the address of somebody's calendar; nothing happens where there is none. */
export const revokeCalendar = (
  { store, now }: Pick<Runtime, 'store' | 'now'>,
  userId: string,
): Promise<void> =>
  store.transaction(async ({ db }) => {
    const { numDeletedRows } = await db
      .deleteFrom('personalCalendar')
      .where('userId', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await recordOwn(db, { userId }, 'RevokeCalendar', 'End calendar address', now())
  })

/** Whose calendar this secret opens, with the rights of this moment; undefined also where they may no longer come in. */
export const calendarReader = async (db: Kysely<Database>, secret: string): Promise<Actor | undefined> => {
  const found = await db
    .selectFrom('personalCalendar')
    .select('userId')
    .where('secretHash', '=', hashOf(secret))
    .executeTakeFirst()
  const actor = found && (await actorFor(db, found.userId))
  return actor && actor.groups.length > 0 ? actor : undefined
}
