import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import { Refused } from '../refused.ts'
import type { Database } from '../store/tables.ts'
import { isPassword } from './passwords.ts'
import { beginSession } from './sessions.ts'

const GUESSES = 10
const MINUTES = 5

/** One text for every reason, so that nobody learns which names exist. */
const WRONG = 'The user name or the password is not right'

/** Signs a user in and returns the session's secret. Throws 401 for a wrong name or password, 429 after too many guesses. */
export const signIn = async (
  db: Kysely<Database>,
  username: string,
  password: string,
  address: string,
  now: Instant,
): Promise<string> => {
  const name = username.trim().toLowerCase()
  await refuseTooManyGuesses(db, name, now)
  const user = await db
    .selectFrom('user')
    .leftJoin('credential', 'credential.userId', 'user.id')
    .select(['user.id', 'credential.passwordHash'])
    .where('user.username', '=', name)
    .where('user.active', '=', true)
    .executeTakeFirst()
  const succeeded = await isPassword(password, user?.passwordHash ?? undefined)
  await db.insertInto('signInAttempt').values({ username: name, address, succeeded, at: now }).execute()
  if (!user || !succeeded) throw new Refused(401, { error: WRONG })
  return beginSession(db, user.id, now)
}

const refuseTooManyGuesses = async (db: Kysely<Database>, username: string, now: Instant): Promise<void> => {
  const since = new Date(Date.parse(now) - MINUTES * 60_000).toISOString()
  const lastSuccess = db
    .selectFrom('signInAttempt')
    .select(eb => eb.fn.max('id').as('id'))
    .where('username', '=', username)
    .where('succeeded', '=', true)
  const wrong = await db
    .selectFrom('signInAttempt')
    .select('at')
    .where('username', '=', username)
    .where('at', '>', since)
    .where(eb => eb('id', '>', eb.fn.coalesce(lastSuccess, eb.val(0))))
    .orderBy('at', 'desc')
    .limit(GUESSES)
    .execute()
  const oldest = wrong.length === GUESSES && wrong.at(-1)
  if (!oldest) return
  const wait = Math.ceil((Date.parse(oldest.at) + MINUTES * 60_000 - Date.parse(now)) / 1000)
  throw new Refused(429, { error: `Too many attempts: try again in ${wait} seconds` }, wait)
}
