import { type Kysely, sql } from 'kysely'
import type { SeparateDataFault } from './log-personal.ts'
import type { ActivityTable } from '../store/tables/log-tables.ts'
import type { Database } from '../store/tables/tables.ts'

/** Place of an error that belongs to no entry of the chain. */
export const WHOLE_LOG_FAULT_PLACE = { seq: 0, to: 0, found: null } as const

interface Following {
  /** Compares an entry with the one before it in its stream; `seq` is its number, 0 if it has none yet. */
  follow: (entry: ActivityTable, seq: number) => SeparateDataFault[]
  /** Call it when some entries could not be read: each stream may then continue at any number. */
  lose: () => void
  /** Returns streams that should have more entries than were found. */
  end: (db: Kysely<Database>) => Promise<SeparateDataFault[]>
}

/** Follows the streams of the log from the first entry to the last: each must count from one without gaps. */
export const checkLogStreams = (): Following => {
  const last = new Map<string, number>()
  let isLost = false
  return {
    follow: ({ id, stream, position }, seq) => {
      if (stream === null || position === null) return []
      const before = last.get(stream) ?? (isLost ? undefined : 0)
      last.set(stream, position)
      if (before === undefined || position === before + 1) return []
      if (seq === 0)
        return [
          { ...WHOLE_LOG_FAULT_PLACE, why: `holds an entry that is not the next of its stream (id ${id})` },
        ]
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
          return [
            {
              ...WHOLE_LOG_FAULT_PLACE,
              why: `has ${seen} entries of ${stream}, which is said to have ${position}`,
            },
          ]
        })
        .concat(
          [...last.keys()].map(stream => ({
            ...WHOLE_LOG_FAULT_PLACE,
            why: `has entries of ${stream}, which is not known`,
          })),
        )
    },
  }
}

/** Time after which an entry that is not chained is an error: far longer than a server needs. */
const LONGEST_WAIT = '1 minute'

/**
 * Returns every entry that is not chained, in the order of ids; with an error if it has waited too long or is missing
 * from the queue.
 */
export const readUnchainedEntries = async (
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
