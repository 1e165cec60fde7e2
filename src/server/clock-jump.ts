import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { ClockJump } from '#contract/system-clock'
import type { Instant } from '#domain/dates'
import type { SecondPersonFor } from '#domain/proposal'
import { HttpError } from './runner/refusals.ts'
import { append, ofInstallation } from './store/activity.ts'
import { note } from './store/notes.ts'
import type { Database } from './store/tables.ts'

/** The key of `meta` under which the schedule notes the instant, by the database's clock, up to which its jobs are done. */
const DONE_UP_TO = 'jobs-done-up-to'
const CONFIRMATION = 'clock-confirmation'

const A_DAY_MS = 86_400_000

const isFar = (one: Instant, other: Instant): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) > A_DAY_MS

const confirmation = z.object({ from: z.string(), to: z.string(), by: z.string() })

/** True in SQL while the database's clock `at` is more than a day from where the schedule last noted it. */
export const jumpedAt = (at: ReturnType<typeof sql.ref>) => sql<boolean>`coalesce((
  select abs(extract(epoch from ${at} - value::timestamptz)) * 1000 > ${sql.lit(A_DAY_MS)} from meta where key = ${sql.lit(DONE_UP_TO)}
), false)`

/** The database's clock, and how it has jumped by more than a day since jobs were last done; null where it has not. */
export const readClock = async (db: Kysely<Database>): Promise<{ at: Instant; jump: ClockJump | null }> => {
  const { rows } = await sql<{ at: Instant; from: Instant | null; given: string | null }>`
    select market_clock() as at,
      (select value::timestamptz from meta where key = ${DONE_UP_TO}) as "from",
      (select value from meta where key = ${CONFIRMATION}) as given`.execute(db)
  const { at = '', from = null, given = null } = rows[0] ?? {}
  if (from === null || !isFar(from, at)) return { at, jump: null }
  const first = given === null ? undefined : confirmation.parse(JSON.parse(given))
  const isOfThis = first?.from === from && !isFar(first.to, at)
  return { at, jump: { from, to: at, confirmedBy: isOfThis ? first.by : null } }
}

/** Notes that all jobs are done up to an instant of the database's clock. */
export const noteDone = (db: Kysely<Database>, at: Instant): Promise<void> => note(db, DONE_UP_TO, at)

/**
 * Confirms that the database's clock is right after a jump, so that the jobs that wait may run; where two people are needed the
 * first confirmation waits for that of another administrator. Answers a sentence that says which it was. `HttpError` 409 where the
 * clock has not jumped from that instant, or this person has confirmed already.
 */
export const confirmClock = (
  db: Kysely<Database>,
  { from, userId, secondPersonFor }: { from: Instant; userId: string; secondPersonFor: SecondPersonFor },
): Promise<string> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext(${CONFIRMATION}))`.execute(trx)
    const { at, jump } = await readClock(trx)
    if (jump?.from !== from)
      throw new HttpError(409, { error: 'The clock has not jumped from this time: load the page again' })
    if (jump.confirmedBy === userId)
      throw new HttpError(409, { error: 'You have confirmed this already: another administrator must, too' })
    const isFirst = secondPersonFor !== 'nobody' && jump.confirmedBy === null
    if (isFirst) await note(trx, CONFIRMATION, JSON.stringify({ from, to: at, by: userId }))
    else await noteDone(trx, at)
    const message = isFirst
      ? 'Confirmed. Another administrator must confirm it too before the jobs run'
      : 'Confirmed. The jobs that waited run within the hour'
    await append(trx, [
      {
        ...ofInstallation({
          ...{ at, action: 'ConfirmClock', title: 'Confirm the clock' },
          message: `Confirm that the clock is right: it went from ${from} to ${at}`,
          details: { from, to: at, isComplete: !isFirst },
        }),
        actorId: userId,
      },
    ])
    return message
  })
