import { type Kysely, sql } from 'kysely'
import type { RecordChange } from '#contract/home'
import { NOUNS } from '#contract/nouns'
import { isKeyOf } from '#domain/narrow'
import { pollLoop } from '../loop.ts'
import type { Database } from './tables.ts'

type Hear = (changes: readonly RecordChange[]) => void

/**
 * News of everything that was committed, on whichever server: what the chain of the activity log has beyond what was seen
 * of it. Numbers are given as entries are chained, so none comes later than a higher one.
 */
export interface ChangeFeed {
  /**
   * Calls back with the subjects that have changed and the versions they have now, until the answered function is called.
   * Nothing that is committed after it has answered is missed.
   */
  listen: (hear: Hear) => Promise<() => void>
  /** Looks now, rather than within a second. */
  look: () => void
}

/** Without a connection that is told of news, as behind some poolers, this is how late they are heard. */
const LOOK_MS = 1000

/** The one way in which changes are told: the chain is read on, for as long as somebody listens. */
export const openChangeFeed = (db: Kysely<Database>): ChangeFeed => {
  const listeners = new Set<Hear>()
  let reading: ReturnType<typeof readOn> | undefined
  const tell: Hear = changes => {
    for (const hear of listeners) hear(changes)
  }
  return {
    listen: async hear => {
      listeners.add(hear)
      reading ??= readOn(db, tell)
      await reading.begun
      return () => {
        listeners.delete(hear)
        if (listeners.size > 0) return
        reading?.stop().catch(() => {})
        reading = undefined
      }
    },
    look: () => reading?.look(),
  }
}

/** Reads the chain from its present end on. A database that is away is asked again; what it missed then is told at once. */
const readOn = (db: Kysely<Database>, tell: Hear) => {
  let hasBegun = (): void => {}
  const begun = new Promise<void>(resolve => {
    hasBegun = resolve
  })
  let seen: number | undefined
  const step = async (): Promise<boolean> => {
    const { head, touched } = await newsSince(db, seen)
    const changes = touched.length > 0 ? await versionsOf(db, touched) : []
    seen = head
    hasBegun()
    if (changes.length > 0) tell(changes)
    return false
  }
  const { wake, stop } = pollLoop(step, { restMs: LOOK_MS, failed: () => {} })
  return { begun, look: wake, stop }
}

interface Touched {
  kind: string
  id: string
}

/** Which subjects the entries chained after this one are about, and which is the last; of a log that has begun anew nothing. */
const newsSince = async (
  db: Kysely<Database>,
  seen: number | undefined,
): Promise<{ head: number; touched: Touched[] }> => {
  const { rows } = await sql<{ head: number; kind: string | null; id: string | null }>`
    select head.seq as head, news.kind, news.id
    from (select coalesce(max(seq), 0) as seq from activity_chain) as head
    left join lateral (
      select distinct subject_kind as kind, subject_id as id
      from (select entry_id from activity_chain where seq > ${seen ?? Number.MAX_SAFE_INTEGER}) as link
        -- One by one, however many the database expects.
        cross join lateral (select subject_kind, subject_id from activity where activity.id = entry_id offset 0) as entry
    ) as news on true`.execute(db)
  const touched = rows.flatMap(({ kind, id }) => (kind !== null && id !== null ? [{ kind, id }] : []))
  return { head: rows[0]?.head ?? 0, touched }
}

/** What open pages are told of: what was touched and is still there. */
const versionsOf = async (db: Kysely<Database>, touched: readonly Touched[]): Promise<RecordChange[]> => {
  const changes: RecordChange[] = []
  for (const kind of new Set(touched.map(one => one.kind))) {
    if (!isKeyOf(NOUNS, kind)) continue
    const ids = touched.flatMap(one => (one.kind === kind ? [one.id] : []))
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from ${sql.table(kind)} where id = any(${ids})`.execute(db)
    for (const row of rows) changes.push({ kind, ...row })
  }
  return changes
}
