import { type Kysely, sql } from 'kysely'
import { awaitedStep } from '#actions/steps'
import { statusesOf } from '#contract/nouns'
import { addDays, dayOf, type Instant } from '#domain/dates'
import { wholeOf } from '../store/store.ts'
import type { Database } from '../store/tables.ts'
import type { ClockedKind } from './step-due.ts'

/** How far back the trail is asked, and how many of the newest of each status at most. */
const DAYS_BACK = 90
const MOST = 500

/** For how long an answer is kept: what is usual does not change within minutes. */
const KEPT_MS = 10 * 60_000

const KINDS: readonly ClockedKind[] = ['project', 'requirement', 'participation', 'round']
const WAITING = KINDS.flatMap(kind =>
  statusesOf(kind).flatMap(([status]) => (awaitedStep(kind, status) ? [{ kind, status }] : [])),
)

interface Usual {
  kind: ClockedKind
  status: string
  days: number
}

/** Answers how many days things of a kind usually had a status; null where none has left it lately. */
export type UsualTime = (kind: ClockedKind, status: string) => number | null

const asked = async (db: Kysely<Database>, now: Instant): Promise<readonly Usual[]> => {
  const { rows } = await sql<Usual>`
    select step.kind, step.status,
      percentile_cont(0.5) within group (order by extract(epoch from gone.at - came.at)) / 86400 as days
    from unnest(${WAITING.map(({ kind }) => kind)}::text[], ${WAITING.map(({ status }) => status)}::text[])
      as step (kind, status)
    cross join lateral (select subject_id, id, at from activity
      where subject_kind = step.kind and from_status = step.status and from_status is distinct from to_status
        and at > ${addDays(dayOf(now), -DAYS_BACK)}::date and at <= ${now}
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
 * How long things usually wait at each status: the median of those that left it in the last 90 days, by the trail. It is one
 * question for all statuses, asked along an index of at most 500 entries each, and kept for ten minutes.
 */
export const usualTimes = async (db: Kysely<Database>, now: Instant): Promise<UsualTime> => {
  const whole = wholeOf(db)
  const at = Date.parse(now)
  const before = kept.get(whole)
  const isFresh = before !== undefined && Math.abs(at - before.at) < KEPT_MS
  const usual = isFresh ? before.usual : await asked(db, now)
  if (!isFresh) kept.set(whole, { at, usual })
  return (kind, status) => usual.find(one => one.kind === kind && one.status === status)?.days ?? null
}
