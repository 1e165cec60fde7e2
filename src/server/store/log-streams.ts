import { type Kysely, sql } from 'kysely'
import type { FaultBeside } from './log-personal.ts'
import type { ActivityTable } from './log-tables.ts'
import type { Database } from './tables.ts'

/** Where a fault is that no number of the chain tells. */
export const THE_LOG = { seq: 0, to: 0, found: null } as const

interface Following {
  /** Holds an entry against the one before it in its stream; `seq` is its number, 0 where it has none yet. */
  follow: (entry: ActivityTable, seq: number) => FaultBeside[]
  /** Some entries could not be seen: each stream may go on anywhere. */
  lose: () => void
  /** What the streams are said to have, and nobody has seen. */
  end: (db: Kysely<Database>) => Promise<FaultBeside[]>
}

/** Follows the streams of the log from the first entry to the last: each must count on from one without gaps. */
export const followStreams = (): Following => {
  const last = new Map<string, number>()
  let isLost = false
  return {
    follow: ({ id, stream, position }, seq) => {
      if (stream === null || position === null) return []
      const before = last.get(stream) ?? (isLost ? undefined : 0)
      last.set(stream, position)
      if (before === undefined || position === before + 1) return []
      if (seq === 0)
        return [{ ...THE_LOG, why: `holds an entry that is not the next of its stream (id ${id})` }]
      return [{ seq, to: seq, found: `${stream} ${position}`, why: 'is not the next of its stream' }]
    },
    lose: () => {
      last.clear()
      isLost = true
    },
    end: async db => {
      const streams = await db.selectFrom('activityStream').selectAll().orderBy('stream').execute()
      return streams
        .flatMap(({ stream, position }) => {
          const seen = last.get(stream) ?? (isLost ? undefined : 0)
          last.delete(stream)
          if (seen === undefined || seen === position) return []
          return [{ ...THE_LOG, why: `has ${seen} entries of ${stream}, which is said to have ${position}` }]
        })
        .concat(
          [...last.keys()].map(stream => ({
            ...THE_LOG,
            why: `has entries of ${stream}, which is not known`,
          })),
        )
    },
  }
}

/** How long an entry may wait to be chained before that is a fault: far longer than a server takes. */
const LONGEST_WAIT = '1 minute'

/** Every entry that is not chained, with what is wrong with that, in the order of ids. */
export const notChained = async (
  db: Kysely<Database>,
): Promise<{ entry: ActivityTable; why: string | undefined }[]> => {
  const { rows } = await sql<ActivityTable & { isLate: boolean | null }>`
    select activity.*, waiting.since < clock_timestamp() - ${LONGEST_WAIT}::interval as is_late
    from activity left join (select unnest(entries) as entry_id, since from activity_waiting) as waiting
      on waiting.entry_id = activity.id
    where not exists (select from activity_chain as chain where chain.entry_id = activity.id)
    order by activity.id`.execute(db)
  return rows.map(({ isLate, ...entry }) => ({
    entry,
    why:
      isLate === null
        ? `holds an entry that was never chained (id ${entry.id})`
        : isLate
          ? `holds an entry that stays unchained (id ${entry.id})`
          : undefined,
  }))
}
