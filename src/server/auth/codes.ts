import type { Kysely } from 'kysely'
import { addMinutes, type Instant } from '@credit-market/values/dates'
import { newId } from '../process/ids.ts'
import { HttpError } from '../runner/refusals.ts'
import type { MailedCodeTable } from '../store/tables/sign-in-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import { isEqualInConstantTime, type Secrets } from './secrets.ts'

type Purpose = MailedCodeTable['purpose']

const MINUTES: Record<Purpose, number> = { reset: 60, confirm: 24 * 60 }
const MOST_TRIES = 10
const MOST_AN_HOUR = 3
const MOST_FROM_ADDRESS = 30

/**
 * Creates a code for a user name, even if the user does not exist, and returns its id; nothing if the name has used up
 * its codes for the hour. Refuses an address that requests too many.
 */
export const generateOneTimeCode = async (
  db: Kysely<Database>,
  { purpose, username, address, now }: { purpose: Purpose; username: string; address: string; now: Instant },
): Promise<string | undefined> => {
  await db.deleteFrom('mailedCode').where('expiresAt', '<', addMinutes(now, -60)).execute()
  const lately = (column: 'username' | 'address', value: string) =>
    db
      .selectFrom('mailedCode')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where(column, '=', value)
      .where('createdAt', '>', addMinutes(now, -60))
      .where('createdAt', '<=', now)
      .executeTakeFirstOrThrow()
  if ((await lately('address', address)).count >= MOST_FROM_ADDRESS)
    throw new HttpError(429, { error: 'Too many requests: try again in an hour' }, 3600)
  if ((await lately('username', username)).count >= MOST_AN_HOUR) return undefined
  const id = newId()
  await db
    .insertInto('mailedCode')
    .values({ id, purpose, username, address, createdAt: now, expiresAt: addMinutes(now, MINUTES[purpose]) })
    .execute()
  return id
}

/**
 * Checks the code last emailed to a user name and returns its id if it is right. Every check counts; after ten the
 * code is void.
 */
export const checkEmailCode = async (
  db: Kysely<Database>,
  secrets: Secrets,
  { purpose, username, code, now }: { purpose: Purpose; username: string; code: string; now: Instant },
): Promise<string | undefined> => {
  const row = await db
    .updateTable('mailedCode')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', eb =>
      eb
        .selectFrom('mailedCode')
        .select('id')
        .where('purpose', '=', purpose)
        .where('username', '=', username)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(1),
    )
    .where('tries', '<', MOST_TRIES)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  const right = isEqualInConstantTime(secrets.codeOf(row?.id ?? 'none'), code.replace(/\s/g, ''))
  return right ? row?.id : undefined
}

/** Uses up a code and all others of the name; false if a concurrent request was first. */
export const consumeEmailCode = async (
  db: Kysely<Database>,
  id: string,
  { purpose, username }: { purpose: Purpose; username: string },
): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('mailedCode').where('id', '=', id).executeTakeFirst()
  await db.deleteFrom('mailedCode').where('purpose', '=', purpose).where('username', '=', username).execute()
  return numDeletedRows === 1n
}
