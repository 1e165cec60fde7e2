import { type Kysely, sql } from 'kysely'
import type { ChangedRecord } from '#contract/desk/home'
import { NOUNS } from '#contract/nouns/nouns'
import { isKeyOf } from '#domain/values/narrow'
import { type DueWork, startWokenLoop } from './due-work.ts'
import type { Database } from './tables/tables.ts'

type Hear = (changes: readonly ChangedRecord[]) => void

/**
 * Feed of everything that any server has committed: the entries in the chain of the activity log after the last one
 * seen. Sequence numbers are given when entries are chained, so no lower number appears after a higher one.
 */
export interface ChangeFeed {
  /**
   * Calls back with the subjects that have changed and their current versions, until the returned function is called.
   * Misses nothing that is committed after the promise resolves.
   */
  listen: (hear: Hear) => Promise<() => void>
  /** Reads now, rather than within half a second. */
  look: () => void
}

/** Listens to a feed until the returned function is called, even if that is before the feed has begun. */
export const listenToChanges = (feed: ChangeFeed, hear: Hear): (() => void) => {
  const listening = feed.listen(hear)
  return () => void listening.then(silence => silence()).catch(() => {})
}

/** Opens the only source of changes for subscribers: it reads on along the chain as long as there is a listener. */
export const openChangeFeed = (db: Kysely<Database>, dueWork: DueWork): ChangeFeed => {
  const listeners = new Set<Hear>()
  let reading: ReturnType<typeof readOn> | undefined
  const tell: Hear = changes => {
    for (const hear of listeners) hear(changes)
  }
  return {
    listen: async hear => {
      listeners.add(hear)
      reading ??= readOn(db, dueWork, tell)
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

/**
 * Reads the chain from its present end on. After an outage of the database it tries again, and then reports everything
 * missed at once.
 */
const readOn = (db: Kysely<Database>, dueWork: DueWork, tell: Hear) => {
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
  // Needed where the database cannot notify the server, as behind some poolers.
  const isDue = () =>
    sql<boolean>`(select coalesce(max(seq), 0) from activity_chain) is distinct from ${seen ?? null}::bigint`
  const { wake, stop } = startWokenLoop(dueWork, { isDue, failed: () => {} }, step)
  return { begun, look: wake, stop }
}

interface Touched {
  kind: string
  id: string
}

/**
 * Subjects of the entries chained after this one, and the number of the last entry; no subjects if the log was started
 * again from the beginning.
 */
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

/** Versions of the touched subjects that still exist, as subscribers receive them. */
const versionsOf = async (db: Kysely<Database>, touched: readonly Touched[]): Promise<ChangedRecord[]> => {
  const changes: ChangedRecord[] = []
  for (const kind of new Set(touched.map(one => one.kind))) {
    if (!isKeyOf(NOUNS, kind)) continue
    const ids = touched.flatMap(one => (one.kind === kind ? [one.id] : []))
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from ${sql.table(kind)} where id = any(${ids})`.execute(db)
    for (const row of rows) changes.push({ kind, ...row })
  }
  return changes
}
