import { type Kysely, sql } from 'kysely'
import type { FaultBeside } from './log-personal.ts'
import { THE_LOG } from './log-streams.ts'
import type { ActivityTable } from './log-tables.ts'
import type { Database } from './tables.ts'

/** The action of the entry that notes a signed head, added with it. */
export const NOTE_CHECKPOINT = 'NoteCheckpoint'

/** How long the log is for signing: a note of the last head that nothing follows is no reason to sign another. */
export const LENGTH_TO_SIGN = sql<number>`(select coalesce(max(index) + 1, 0) from log_leaf)
  - case when (select action from activity_chained order by seq desc limit 1) = ${NOTE_CHECKPOINT} then 1 else 0 end`

interface NotedHead {
  size: number
  root: string
}

/**
 * Holds the heads that were signed against the entries that note them: a head that is gone or was replaced is named by its entry, and
 * a head without an entry shows that the log was cut off behind it (decision 0138).
 */
export const followHeads = () => {
  const noted = new Set<number>()
  return {
    /** The faults of an entry that notes a head; `seq` is its number in the chain, 0 where it has none yet. */
    follow: async (db: Kysely<Database>, entry: ActivityTable, seq: number): Promise<FaultBeside[]> => {
      if (entry.action !== NOTE_CHECKPOINT) return []
      const { size, root } = JSON.parse(entry.details) as NotedHead
      noted.add(size)
      const head = await db
        .selectFrom('logCheckpoint')
        .select('root')
        .where('size', '=', size)
        .executeTakeFirst()
      if (head?.root.toString('hex') === root) return []
      const why = head ? 'that was replaced' : 'that is gone'
      return [{ seq, to: seq, why: `notes a signed head of ${size} entries ${why}`, found: null }]
    },
    /** The faults of heads that should be noted and are not. */
    end: async (db: Kysely<Database>): Promise<FaultBeside[]> => {
      const heads = await db
        .selectFrom('logCheckpoint')
        .select('size')
        .where('isNoted', '=', true)
        .orderBy('size')
        .execute()
      return heads
        .filter(({ size }) => !noted.has(size))
        .map(({ size }) => ({
          ...THE_LOG,
          why: `has a signed head of ${size} entries, and the entry that noted it was cut off`,
        }))
    },
  }
}
