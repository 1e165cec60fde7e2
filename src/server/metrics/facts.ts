import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Instant } from '#domain/dates'
import { LENGTH_TO_SIGN } from '../store/log-heads-check.ts'
import { jumpedAt } from '../clock-jump.ts'
import type { Database } from '../store/tables.ts'
import { within } from './within.ts'

/** What the gauges of the database tell, all of one moment. */
export interface Facts {
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
  /** For how many seconds the oldest entry of the log has waited to be chained; null where none waits. */
  oldestUnchained: number | null
  /** For how many seconds the log has gone on since its last checkpoint; 0 where all of it is signed. */
  unsigned: number
  /** Has the clock jumped, so that jobs wait? */
  jobsWait: boolean
  notes: Partial<Record<NotedWork, string>>
}

/** Work that an installation should do again and again, and notes when it has. */
export const NOTED_WORK = ['backup', 'rehearsal', 'verification', 'counts', 'land', 'retention'] as const
type NotedWork = (typeof NOTED_WORK)[number]

const lastRun = z
  .object({
    at: z.iso.datetime(),
    ok: z.boolean(),
    /** When it last went well, where that is noted apart. */
    wholeAt: z.iso.datetime().nullish(),
    faults: z.int().optional(),
  })
  .transform(run => ({ ...run, wholeAt: run.wholeAt ?? (run.ok ? run.at : undefined) }))
export type LastRun = z.infer<typeof lastRun>

/** When noted work was last done, and whether it went well; undefined where nothing, or nothing legible, is noted. */
export const lastRunIn = (facts: Facts | undefined, work: NotedWork): LastRun | undefined => {
  try {
    return lastRun.parse(JSON.parse(facts?.notes[work] ?? 'null'))
  } catch {
    return undefined
  }
}

const STAYS_TRUE_MS = 10_000
const LONGEST_WAIT = 1500

/**
 * Asks the database for all of it in one query, at most once in ten seconds however many ask. A query that hangs is
 * waited for by all and not sent again, so that it costs one connection.
 */
export const openFacts = (db: Kysely<Database>): (() => Promise<Facts | undefined>) => {
  let asked: Promise<Facts> | undefined
  let until = 0
  return () => {
    if (!asked || performance.now() > until) {
      until = Infinity
      const asking = ask(db).finally(() => {
        until = performance.now() + STAYS_TRUE_MS
      })
      // What fails is asked again at once.
      asking.catch(() => {
        asked = undefined
      })
      asked = asking
    }
    const current = asked
    return within(LONGEST_WAIT, () => current)
  }
}

const ask = async (db: Kysely<Database>): Promise<Facts> => {
  const { rows } = await sql<Facts>`
    select tasks.*, letters.*, messages.*,
      (select count(*) from webhook where paused_why in ('failing', 'gone', 'key lost')) as webhooks_stopped,
      (select count(*) from task where set_aside_at is not null) as tasks_aside,
      (select count(*) from mail_outbox where set_aside_at is not null) as emails_aside,
      (select count(*) from webhook_delivery where set_aside_at is not null) as messages_aside,
      (select count(*) from inspection where set_aside_at is not null) as inspections_aside,
      (select coalesce(max(seq), 0) from activity_chain) as log_entries,
      (select extract(epoch from greatest(max(clock_timestamp() - since), '0'))::float from activity_waiting) as oldest_unchained,
      (select case when ${LENGTH_TO_SIGN} > coalesce(max(size), 0)
        then extract(epoch from greatest(clock_timestamp() - coalesce(max(at), 'epoch'), '0'))::float else 0 end from log_checkpoint) as unsigned,
      (select ${jumpedAt(sql.ref('at'))} from market_clock() as clock(at)) as jobs_wait,
      (select coalesce(jsonb_object_agg(key, value), '{}') from meta where key = any(${[...NOTED_WORK]})) as notes
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
