import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { Instant } from '@credit-market/values/dates'
import { LOG_SIZE_TO_SIGN_SQL } from '../log/log-heads-check.ts'
import { clockJumpSql } from '../tasks/clock-jump.ts'
import type { Database } from '../store/tables/tables.ts'

/**
 * Result of some work within a number of milliseconds; undefined if it fails or takes longer, since a scrape must be
 * answered.
 */
export const resultWithinTimeLimit = async <T>(
  limit: number,
  work: () => Promise<T>,
): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), limit)
  })
  try {
    return await Promise.race([work().catch(() => undefined), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Figures for the gauges of the database, all from one instant. */
export interface DatabaseFigures {
  tasksWaiting: number
  tasksRunning: number
  oldestTask: Instant | null
  lettersWaiting: number
  lettersFailed: number
  oldestLetter: Instant | null
  messagesWaiting: number
  oldestMessage: Instant | null
  webhooksStopped: number
  tasksAside: number
  emailsAside: number
  messagesAside: number
  inspectionsAside: number
  logEntries: number
  /** Seconds for which the oldest entry of the log has waited to be chained; null if none waits. */
  oldestUnchained: number | null
  /** Seconds for which the log has unsigned entries since its last checkpoint; 0 if all are signed. */
  unsigned: number
  /** True if the clock has jumped and jobs are paused. */
  jobsWait: boolean
  notes: Partial<Record<NotedWork, string>>
}

/** Work that an installation does regularly, and notes when it is done. */
export const RECORDED_WORK_NOTES = [
  'backup',
  'rehearsal',
  'verification',
  'counts',
  'land',
  'retention',
] as const
type NotedWork = (typeof RECORDED_WORK_NOTES)[number]

const lastRun = z
  .object({
    at: z.iso.datetime(),
    ok: z.boolean(),
    /** Time of the last success, if it is noted separately. */
    wholeAt: z.iso.datetime().nullish(),
    faults: z.int().optional(),
  })
  .transform(run => ({ ...run, wholeAt: run.wholeAt ?? (run.ok ? run.at : undefined) }))
export type LastWorkRun = z.infer<typeof lastRun>

/** The last run of noted work and its result; undefined if there is no note or it cannot be parsed. */
export const readLastWorkRun = (
  facts: DatabaseFigures | undefined,
  work: NotedWork,
): LastWorkRun | undefined => {
  try {
    return lastRun.parse(JSON.parse(facts?.notes[work] ?? 'null'))
  } catch {
    return undefined
  }
}

const STAYS_TRUE_MS = 10_000
const LONGEST_WAIT = 1500

/**
 * Reads all figures in one query, at most once in ten seconds. Concurrent callers wait for a query that hangs instead
 * of sending another, so that it costs one connection.
 */
export const openDatabaseFigures = (db: Kysely<Database>): (() => Promise<DatabaseFigures | undefined>) => {
  let asked: Promise<DatabaseFigures> | undefined
  let until = 0
  return () => {
    if (!asked || performance.now() > until) {
      until = Infinity
      const asking = ask(db).finally(() => {
        until = performance.now() + STAYS_TRUE_MS
      })
      // A failed query is repeated at once.
      asking.catch(() => {
        asked = undefined
      })
      asked = asking
    }
    const current = asked
    return resultWithinTimeLimit(LONGEST_WAIT, () => current)
  }
}

const ask = async (db: Kysely<Database>): Promise<DatabaseFigures> => {
  const { rows } = await sql<DatabaseFigures>`
    select tasks.*, letters.*, messages.*,
      (select count(*) from webhook where paused_why in ('failing', 'gone', 'key lost')) as webhooks_stopped,
      (select count(*) from task where set_aside_at is not null) as tasks_aside,
      (select count(*) from mail_outbox where set_aside_at is not null) as emails_aside,
      (select count(*) from webhook_delivery where set_aside_at is not null) as messages_aside,
      (select count(*) from inspection where set_aside_at is not null) as inspections_aside,
      (select coalesce(max(seq), 0) from activity_chain) as log_entries,
      (select extract(epoch from greatest(max(clock_timestamp() - since), '0'))::float from activity_waiting) as oldest_unchained,
      (select case when ${LOG_SIZE_TO_SIGN_SQL} > coalesce(max(size), 0)
        then extract(epoch from greatest(clock_timestamp() - coalesce(max(at), 'epoch'), '0'))::float else 0 end from log_checkpoint) as unsigned,
      (select ${clockJumpSql(sql.ref('at'))} from market_clock() as clock(at)) as jobs_wait,
      (select coalesce(jsonb_object_agg(key, value), '{}') from meta where key = any(${[...RECORDED_WORK_NOTES]})) as notes
    from
      (select count(*) filter (where state = 'queued') as tasks_waiting,
          count(*) filter (where state = 'running') as tasks_running,
          min(created_at) filter (where state = 'queued') as oldest_task
        from task where state in ('queued', 'running')) tasks,
      (select count(*) filter (where state = 'queued') as letters_waiting,
          count(*) filter (where state = 'failed') as letters_failed,
          min(created_at) filter (where state = 'queued') as oldest_letter
        from mail_outbox where state <> 'sent') letters,
      (select count(*) as messages_waiting, min(made_at) as oldest_message
        from webhook_delivery where state = 'queued') messages`.execute(db)
  return rows[0]!
}
