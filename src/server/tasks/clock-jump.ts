import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { ClockJump } from '#contract/system/system-clock'
import type { Instant } from '@credit-market/values/dates'
import type { ApprovalScope } from '#domain/steps/proposal'
import { HttpError } from '../runner/refusals.ts'
import { appendLogEntries, buildInstallationEntry } from '../store/activity.ts'
import { writeInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'

/**
 * Key of `meta` under which the schedule records the instant, by the database's clock, up to which its jobs are done.
 */
const DONE_UP_TO = 'jobs-done-up-to'
const CONFIRMATION = 'clock-confirmation'

const A_DAY_MS = 86_400_000

const isFar = (one: Instant, other: Instant): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) > A_DAY_MS

const confirmation = z.object({ from: z.string(), to: z.string(), by: z.string() })

/** SQL that is true while the database's clock `at` is more than a day from the schedule's last record. */
export const clockJumpSql = (at: ReturnType<typeof sql.ref>) => sql<boolean>`coalesce((
  select abs(extract(epoch from ${at} - value::timestamptz)) * 1000 > ${sql.lit(A_DAY_MS)} from meta where key = ${sql.lit(DONE_UP_TO)}
), false)`

/** Returns the database's clock, and its jump of more than a day since jobs were last done; null if there is none. */
export const readClockJump = async (
  db: Kysely<Database>,
): Promise<{ at: Instant; jump: ClockJump | null }> => {
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

/** Records that all jobs are done up to an instant of the database's clock. */
export const recordJobRun = (db: Kysely<Database>, at: Instant): Promise<void> =>
  writeInstallationValue(db, DONE_UP_TO, at)

/**
 * Confirms that the database's clock is right after a jump, so that waiting jobs may run; where two people are needed,
 * the first confirmation waits for another administrator's. Returns a sentence that says which it was. Throws
 * `HttpError` 409 if the clock has not jumped from that instant, or this person has confirmed already.
 */
export const confirmClock = (
  db: Kysely<Database>,
  { from, userId, secondPersonFor }: { from: Instant; userId: string; secondPersonFor: ApprovalScope },
): Promise<string> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext(${CONFIRMATION}))`.execute(trx)
    const { at, jump } = await readClockJump(trx)
    if (jump?.from !== from)
      throw new HttpError(409, { error: 'The clock did not jump from this time: reload the page' })
    if (jump.confirmedBy === userId)
      throw new HttpError(409, {
        error: 'You have already confirmed this: another administrator must confirm it too',
      })
    const isFirst = secondPersonFor !== 'nobody' && jump.confirmedBy === null
    if (isFirst) await writeInstallationValue(trx, CONFIRMATION, JSON.stringify({ from, to: at, by: userId }))
    else await recordJobRun(trx, at)
    const message = isFirst
      ? 'Confirmed. Another administrator must confirm it too before the jobs run'
      : 'Confirmed. The waiting jobs run within an hour'
    await appendLogEntries(trx, [
      {
        ...buildInstallationEntry({
          ...{ at, action: 'ConfirmClock', title: 'Confirm the clock' },
          message: `Confirm that the clock is right: it went from ${from} to ${at}`,
          details: { from, to: at, isComplete: !isFirst },
        }),
        actorId: userId,
      },
    ])
    return message
  })
