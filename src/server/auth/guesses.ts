import { type Kysely, sql } from 'kysely'
import { addMinutes, type Instant } from '@credit-market/values/dates'
import { HttpError } from '../runner/refusals.ts'
import type { Database } from '../store/tables/tables.ts'
import { type AccountContext, type ClientInfo, normalizeUsername } from './accounts.ts'
import { forgetDevice, findKnownDeviceId } from './devices.ts'
import { queueAccountEmail } from './letters.ts'

/** Wrong guesses without a delay within the free period, for a name and for an address; delays grow from there. */
const FREE_GUESSES = 10
const FREE_FROM_ADDRESS = 50
const WITHIN_MINUTES = 5
const FIRST_WAIT = 30
const LONGEST_WAIT = 60 * 60
/** After this many wrong guesses in a row the password is locked until it is reset by email. */
const HARD_STOP = 100

const seconds = (from: Instant, to: Instant): number => (Date.parse(to) - Date.parse(from)) / 1000

/**
 * Seconds to wait after a number of wrong guesses, counted from the last: 30, doubled with each guess, up to an hour.
 */
export const secondsToWait = (wrong: number, last: Instant, now: Instant, free = FREE_GUESSES): number => {
  if (wrong < free) return 0
  const whole = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(wrong - free, 20))
  // A time in the future was noted by a clock that has been set back since.
  return Math.max(0, Math.ceil(whole - Math.max(0, seconds(last, now))))
}

const inWords = (wait: number): string => {
  if (wait >= 120) return `${Math.ceil(wait / 60)} minutes`
  return wait === 1 ? '1 second' : `${wait} seconds`
}

const STOPPED = 'Too many attempts: reset your password to sign in again'
const tooMany = (wait: number) =>
  new HttpError(429, { error: `Too many attempts: try again in ${inWords(wait)}` }, wait)

interface Guess {
  username: string
  /** The known device of the person; null for all other browsers together. */
  device: string | null
  now: Instant
}

const wrongSinceSuccess = async (db: Kysely<Database>, { username, device, now }: Guess) => {
  const lastSuccess = db
    .selectFrom('signInAttempt')
    .select(eb => eb.fn.max('id').as('id'))
    .where('username', '=', username)
    .where('deviceId', 'is not distinct from', device)
    .where('succeeded', '=', true)
  const wrong = await db
    .selectFrom('signInAttempt')
    .select('at')
    .where('username', '=', username)
    .where('deviceId', 'is not distinct from', device)
    .where('succeeded', '=', false)
    .where(eb => eb('id', '>', eb.fn.coalesce(lastSuccess, eb.val(0))))
    .orderBy('id', 'desc')
    .limit(HARD_STOP)
    .execute()
  return {
    count: growing(
      wrong.map(({ at }) => at),
      now,
    ),
    whole: wrong.length,
    last: wrong[0]?.at ?? now,
  }
}

// Ten guesses within five minutes cause one delay; from then on every further guess counts, however late.
const growing = (times: readonly Instant[], now: Instant): number => {
  const oldestFirst = times.toReversed()
  const begun = oldestFirst.findIndex((at, index) => {
    const tenth = oldestFirst[index + FREE_GUESSES - 1]
    return tenth !== undefined && seconds(at, tenth) <= WITHIN_MINUTES * 60
  })
  if (begun >= 0) return oldestFirst.length - begun
  return times.filter(at => seconds(at, now) <= WITHIN_MINUTES * 60).length
}

const wrongFromAddress = async (db: Kysely<Database>, address: string, now: Instant) => {
  const since = addMinutes(now, -WITHIN_MINUTES * 12)
  const row = await db
    .selectFrom('signInAttempt')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.max('at').as('last')])
    .where('address', '=', address)
    .where('deviceId', 'is', null)
    .where('succeeded', '=', false)
    .where('at', '>', since)
    .where('at', '<=', now)
    .executeTakeFirstOrThrow()
  return { count: row.count, last: row.last ?? now }
}

/**
 * Corrects times in the future after the clock was set back: they count as now, so that no delay grows.
 */
const heedClock = async (db: Kysely<Database>, { username, now }: Guess): Promise<void> => {
  await db
    .updateTable('signInAttempt')
    .set({ at: now })
    .where('username', '=', username)
    .where('at', '>', now)
    .execute()
}

/** Seconds until the next guess is allowed: for the name on this device and, on unknown devices, for the address. */
const waitFor = async (
  db: Kysely<Database>,
  { device, now }: Guess,
  own: { count: number; last: Instant },
  address: string,
): Promise<number> => {
  const wait = secondsToWait(own.count, own.last, now)
  if (device !== null) return wait
  const from = await wrongFromAddress(db, address, now)
  return Math.max(wait, secondsToWait(from.count, from.last, now, FREE_FROM_ADDRESS))
}

/**
 * Records a guess before checking it, so that concurrent guesses are all counted; throws 429 after too many. Unknown
 * names are counted alike. Each known device of a person is counted separately, so that guesses of others do not lock
 * the person out (OWASP, "device cookies"); a device with a hundred wrong guesses in a row is forgotten.
 */
export const recordSignInAttempt = async (
  { runtime, secrets }: AccountContext,
  given: string,
  { address, devices }: ClientInfo,
): Promise<number> => {
  const now = runtime.now()
  const username = normalizeUsername(given)
  const noted = await runtime.store.db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext(${username}))`.execute(trx)
    const device = await findKnownDeviceId(trx, secrets, { cookie: devices, username, now })
    const guess = { username, device, now }
    await heedClock(trx, guess)
    const own = await wrongSinceSuccess(trx, guess)
    if (own.whole >= HARD_STOP) return new HttpError(429, { error: STOPPED }, LONGEST_WAIT)
    const wait = await waitFor(trx, guess, own, address)
    if (wait > 0) return tooMany(wait)
    const { id } = await trx
      .insertInto('signInAttempt')
      .values({ username, address, deviceId: device, succeeded: false, at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (own.whole === HARD_STOP - 1)
      await (device ? forgetDevice(trx, device) : warnOwner(trx, username, now))
    return id
  })
  // Thrown outside the transaction, so that the corrections of the clock are committed.
  if (noted instanceof HttpError) throw noted
  return noted
}

const warnOwner = async (db: Kysely<Database>, username: string, now: Instant): Promise<void> => {
  const user = await db.selectFrom('user').select('email').where('username', '=', username).executeTakeFirst()
  if (user) await queueAccountEmail(db, 'sign-in-stopped', user.email, {}, now)
}

/** Records a right guess that completes the sign-in: the count is reset. */
export const markAttemptSucceeded = async (db: Kysely<Database>, id: number): Promise<void> => {
  await db.updateTable('signInAttempt').set({ succeeded: true }).where('id', '=', id).execute()
}

/** Discards a right guess that does not complete the sign-in: it counts neither way. */
export const discardSignInAttempt = async (db: Kysely<Database>, id: number): Promise<void> => {
  await db.deleteFrom('signInAttempt').where('id', '=', id).execute()
}

/** Resets the count when the owner has proven the account by other means than a guess. */
export const resetAttempts = async (
  db: Kysely<Database>,
  {
    username,
    address,
    device = null,
    now,
  }: { username: string; address: string; device?: string | null; now: Instant },
): Promise<void> => {
  await db
    .insertInto('signInAttempt')
    .values({ username: normalizeUsername(username), address, deviceId: device, succeeded: true, at: now })
    .execute()
}
