import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { logOwnAccountAction } from './own-account.ts'
import { readActor } from './sessions.ts'

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Time since which a user's calendar has an address; null if it has none. */
export const readCalendarAddressTime = async (
  db: Kysely<Database>,
  userId: string,
): Promise<Instant | null> => {
  const found = await db
    .selectFrom('personalCalendar')
    .select('madeAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return found?.madeAt ?? null
}

/** Creates the secret of a user's calendar, replacing any earlier one, and returns it; only its hash is stored. */
export const createCalendarSecret = (
  { store }: Pick<ActionRuntime, 'store'>,
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
    await logOwnAccountAction(db, { userId }, 'MakeCalendar', 'Create calendar address', madeAt)
    return secret
  })

/** Revokes the address of a user's calendar; does nothing if there is none. */
export const revokeCalendarSecret = (
  { store, now }: Pick<ActionRuntime, 'store' | 'now'>,
  userId: string,
): Promise<void> =>
  store.transaction(async ({ db }) => {
    const { numDeletedRows } = await db
      .deleteFrom('personalCalendar')
      .where('userId', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows > 0n)
      await logOwnAccountAction(db, { userId }, 'RevokeCalendar', 'Revoke calendar address', now())
  })

/**
 * Owner of the calendar that a secret opens, with current rights; undefined also if the owner may not sign in any
 * more.
 */
export const findCalendarOwner = async (db: Kysely<Database>, secret: string): Promise<Actor | undefined> => {
  const found = await db
    .selectFrom('personalCalendar')
    .select('userId')
    .where('secretHash', '=', hashOf(secret))
    .executeTakeFirst()
  const actor = found && (await readActor(db, found.userId))
  return actor && actor.groups.length > 0 ? actor : undefined
}
