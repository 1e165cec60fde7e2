import type { Kysely } from 'kysely'
import { addMinutes, type Instant } from '#domain/dates'
import { newId } from '../ids.ts'
import { HttpError } from '../runner/refusals.ts'
import type { MailedCodeTable } from '../store/sign-in-tables.ts'
import type { Database } from '../store/tables.ts'
import { isSame, type Secrets } from './secrets.ts'

type Purpose = MailedCodeTable['purpose']

const MINUTES: Record<Purpose, number> = { reset: 60, confirm: 24 * 60 }
const MOST_TRIES = 10
const MOST_AN_HOUR = 3
const MOST_FROM_ADDRESS = 30

/**
 * Makes a code for a name, whether anybody bears it or not, and returns its id; nothing when the name has had its share
 * of codes within the hour. An address that asks for too many is refused.
 */
export const makeCode = async (
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

/** Looks whether this is the code last mailed to a name; each look counts, and after ten there is none. The id of the code, if so. */
export const checkCode = async (
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
  const right = isSame(secrets.codeOf(row?.id ?? 'none'), code.replace(/\s/g, ''))
  return right ? row?.id : undefined
}

/** Uses a code up, and with it all others of the name; false when somebody else has used it in the meantime. */
export const spendCode = async (
  db: Kysely<Database>,
  id: string,
  { purpose, username }: { purpose: Purpose; username: string },
): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('mailedCode').where('id', '=', id).executeTakeFirst()
  await db.deleteFrom('mailedCode').where('purpose', '=', purpose).where('username', '=', username).execute()
  return numDeletedRows === 1n
}
