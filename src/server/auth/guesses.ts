import { type Kysely, sql } from 'kysely'
import { addMinutes, type Instant } from '#domain/dates'
import { HttpError } from '../runner/refusals.ts'
import type { Database } from '../store/tables.ts'
import { type Accounts, type ClientInfo, plainName } from './accounts.ts'
import { forgetDevice, knownDevice } from './devices.ts'
import { sendLetter } from './letters.ts'

/** How many wrong guesses are free within the free time, and when the waiting begins to grow. */
const FREE_GUESSES = 10
const FREE_FROM_ADDRESS = 50
const WITHIN_MINUTES = 5
const FIRST_WAIT = 30
const LONGEST_WAIT = 60 * 60
/** After so many wrong guesses in a row a password no longer opens the account until it is reset by mail. */
const HARD_STOP = 100

const seconds = (from: Instant, to: Instant): number => (Date.parse(to) - Date.parse(from)) / 1000

/** How long to wait after so many wrong guesses, the last of them then: 30 seconds, doubled with each guess, up to an hour. */
export const waitAfter = (wrong: number, last: Instant, now: Instant, free = FREE_GUESSES): number => {
  if (wrong < free) return 0
  const whole = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(wrong - free, 20))
  // What lies ahead was noted by a clock that has been put back since.
  return Math.max(0, Math.ceil(whole - Math.max(0, seconds(last, now))))
}

const inWords = (wait: number): string => {
  const [count, unit] = wait < 120 ? [wait, 'second'] : [Math.ceil(wait / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const STOPPED = 'Too many attempts: reset the password to sign in again'
const tooMany = (wait: number) =>
  new HttpError(429, { error: `Too many attempts: try again in ${inWords(wait)}` }, wait)

interface Guess {
  username: string
  /** The browser on which this person had signed in before; null for all others together. */
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

// Ten guesses within five minutes make one wait; from then on each further guess counts, however late it comes.
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

/** A clock may be put back. What it noted before as later than now is then taken for noted now, so that no wait grows by it. */
const heedClock = async (db: Kysely<Database>, { username, now }: Guess): Promise<void> => {
  await db
    .updateTable('signInAttempt')
    .set({ at: now })
    .where('username', '=', username)
    .where('at', '>', now)
    .execute()
}

/** How long to wait before the next guess, in seconds: for the name on this device and, where it is not known, for the address. */
const waitFor = async (
  db: Kysely<Database>,
  { device, now }: Guess,
  own: { count: number; last: Instant },
  address: string,
): Promise<number> => {
  const wait = waitAfter(own.count, own.last, now)
  if (device !== null) return wait
  const from = await wrongFromAddress(db, address, now)
  return Math.max(wait, waitAfter(from.count, from.last, now, FREE_FROM_ADDRESS))
}

/**
 * Takes note of a guess before it is looked at, so that however many come at once none goes uncounted; refuses with 429
 * when there were too many. Names that nobody bears are counted alike. Browsers on which this person has signed in before
 * are each counted apart, so that nobody else's guesses refuse them (OWASP, "device cookies"); one from which a hundred
 * wrong ones came in a row is known no longer.
 */
export const recordAttempt = async (
  { runtime, secrets }: Accounts,
  given: string,
  { address, devices }: ClientInfo,
): Promise<number> => {
  const now = runtime.now()
  const username = plainName(given)
  const noted = await runtime.store.db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext(${username}))`.execute(trx)
    const device = await knownDevice(trx, secrets, { cookie: devices, username, now })
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
  // Thrown only now, so that what the clock made necessary is kept.
  if (noted instanceof HttpError) throw noted
  return noted
}

const warnOwner = async (db: Kysely<Database>, username: string, now: Instant): Promise<void> => {
  const user = await db.selectFrom('user').select('email').where('username', '=', username).executeTakeFirst()
  if (user) await sendLetter(db, 'sign-in-stopped', user.email, {}, now)
}

/** The guess was right, and sign-in is complete: the count begins anew. */
export const markSucceeded = async (db: Kysely<Database>, id: number): Promise<void> => {
  await db.updateTable('signInAttempt').set({ succeeded: true }).where('id', '=', id).execute()
}

/** The guess was right, but more is asked before sign-in is complete: it counts neither way. */
export const discardAttempt = async (db: Kysely<Database>, id: number): Promise<void> => {
  await db.deleteFrom('signInAttempt').where('id', '=', id).execute()
}

/** The owner has shown otherwise than by a guess that the account is theirs: the count begins anew. */
export const beginAnew = async (
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
    .values({ username: plainName(username), address, deviceId: device, succeeded: true, at: now })
    .execute()
}
