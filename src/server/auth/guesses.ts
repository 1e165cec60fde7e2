import { type Kysely, sql } from 'kysely'
import { addMinutes, type Instant } from '#domain/dates'
import { HttpError } from '../runner/refusals.ts'
import type { Database } from '../store/tables.ts'
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
  return Math.max(0, Math.ceil(whole - seconds(last, now)))
}

const STOPPED = 'Too many attempts: reset the password to sign in again'
const tooMany = (wait: number) =>
  new HttpError(429, { error: `Too many attempts: try again in ${wait} seconds` }, wait)

interface Guess {
  username: string
  address: string
  now: Instant
}

const wrongSinceSuccess = async (db: Kysely<Database>, username: string, now: Instant) => {
  const lastSuccess = db
    .selectFrom('signInAttempt')
    .select(eb => eb.fn.max('id').as('id'))
    .where('username', '=', username)
    .where('succeeded', '=', true)
  const wrong = await db
    .selectFrom('signInAttempt')
    .select('at')
    .where('username', '=', username)
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
    .where('succeeded', '=', false)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return { count: row.count, last: row.last ?? now }
}

/**
 * Takes note of a guess before it is looked at, so that however many come at once none goes uncounted; refuses with 429
 * when there were too many. Names that nobody bears are counted alike.
 */
export const recordAttempt = (db: Kysely<Database>, { username, address, now }: Guess): Promise<number> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext(${username}))`.execute(trx)
    const own = await wrongSinceSuccess(trx, username, now)
    if (own.whole >= HARD_STOP) throw new HttpError(429, { error: STOPPED }, LONGEST_WAIT)
    const from = await wrongFromAddress(trx, address, now)
    const wait = Math.max(
      waitAfter(own.count, own.last, now),
      waitAfter(from.count, from.last, now, FREE_FROM_ADDRESS),
    )
    if (wait > 0) throw tooMany(wait)
    const { id } = await trx
      .insertInto('signInAttempt')
      .values({ username, address, succeeded: false, at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (own.whole === HARD_STOP - 1) await warnOwner(trx, username, now)
    return id
  })

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

/** The owner has shown by mail that the account is theirs: the count begins anew. */
export const beginAnew = async (db: Kysely<Database>, guess: Guess): Promise<void> => {
  await db
    .insertInto('signInAttempt')
    .values({ username: guess.username, address: guess.address, succeeded: true, at: guess.now })
    .execute()
}
