import { type Kysely, sql } from 'kysely'
import { awaitedStep } from '#actions/steps'
import { statusesOf } from '#contract/nouns/nouns'
import { addDays, utcDayOf, type Instant } from '@credit-market/values/dates'
import { databaseOfConnection } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'
import { KINDS_WITH_DUE_STEPS, type KindWithDueSteps } from './step-due.ts'

/** Period of the audit trail that is read, in days, and the largest number of entries for each status. */
const DAYS_BACK = 90
const MOST = 500

/** Time for which an answer is cached, in milliseconds: usual times do not change within minutes. */
const KEPT_MS = 10 * 60_000

const WAITING = KINDS_WITH_DUE_STEPS.flatMap(kind =>
  statusesOf(kind).flatMap(([status]) => (awaitedStep(kind, status) ? [{ kind, status }] : [])),
)

interface Usual {
  kind: KindWithDueSteps
  status: string
  days: number
}

/** Returns the usual number of days in a status for a kind; null if no subject has left it recently. */
export type UsualDaysLookup = (kind: KindWithDueSteps, status: string) => number | null

const asked = async (db: Kysely<Database>, now: Instant): Promise<readonly Usual[]> => {
  const { rows } = await sql<Usual>`
    select step.kind, step.status,
      percentile_cont(0.5) within group (order by extract(epoch from gone.at - came.at)) / 86400 as days
    from unnest(${WAITING.map(({ kind }) => kind)}::text[], ${WAITING.map(({ status }) => status)}::text[])
      as step (kind, status)
    cross join lateral (select subject_id, id, at from activity
      where subject_kind = step.kind and from_status = step.status and from_status is distinct from to_status
        and at > ${addDays(utcDayOf(now), -DAYS_BACK)}::date and at <= ${now}
      order by at desc limit ${MOST}) as gone
    cross join lateral (select at from activity as came
      where came.subject_kind = step.kind and came.subject_id = gone.subject_id and came.to_status = step.status
        and came.from_status is distinct from came.to_status and came.id < gone.id
      order by came.id desc limit 1) as came
    group by 1, 2 having count(*) >= 3`.execute(db)
  return rows
}

const kept = new WeakMap<Kysely<Database>, { at: number; usual: readonly Usual[] }>()

/**
 * Usual waiting time in each status: the median over subjects that left it in the last 90 days, by the audit trail.
 * One query for all statuses, along an index of at most 500 entries each, cached for ten minutes.
 */
export const readUsualWaitingTimes = async (db: Kysely<Database>, now: Instant): Promise<UsualDaysLookup> => {
  const whole = databaseOfConnection(db)
  const at = Date.parse(now)
  const before = kept.get(whole)
  const isFresh = before !== undefined && Math.abs(at - before.at) < KEPT_MS
  const usual = isFresh ? before.usual : await asked(db, now)
  if (!isFresh) kept.set(whole, { at, usual })
  return (kind, status) => usual.find(one => one.kind === kind && one.status === status)?.days ?? null
}
