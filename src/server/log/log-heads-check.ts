import { type Kysely, sql } from 'kysely'
import type { SeparateDataFault } from './log-personal.ts'
import { WHOLE_LOG_FAULT_PLACE } from './log-streams.ts'
import type { ActivityTable } from '../store/tables/log-tables.ts'
import type { Database } from '../store/tables/tables.ts'

/** Action of the entry that records a signed checkpoint, appended with it. */
export const RECORD_CHECKPOINT_ACTION = 'NoteCheckpoint'

/**
 * SQL for the size of the log to sign: an entry that records the last checkpoint and that nothing follows is no reason
 * to sign another.
 */
export const LOG_SIZE_TO_SIGN_SQL = sql<number>`(select coalesce(max(index) + 1, 0) from log_leaf)
  - case when (select action from activity_chained order by seq desc limit 1) = ${RECORD_CHECKPOINT_ACTION} then 1 else 0 end`

interface NotedHead {
  size: number
  root: string
}

/**
 * Compares signed checkpoints with the entries that record them: a missing or replaced checkpoint is reported at its
 * entry, and a checkpoint without an entry shows that the log was cut off after it (decision 0138).
 */
export const checkCheckpoints = () => {
  const noted = new Set<number>()
  return {
    /** Returns errors of an entry that records a checkpoint; `seq` is its number in the chain, 0 if it has none yet. */
    follow: async (db: Kysely<Database>, entry: ActivityTable, seq: number): Promise<SeparateDataFault[]> => {
      if (entry.action !== RECORD_CHECKPOINT_ACTION) return []
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
    /** Returns errors of checkpoints that no entry records although one should. */
    end: async (db: Kysely<Database>): Promise<SeparateDataFault[]> => {
      const heads = await db
        .selectFrom('logCheckpoint')
        .select('size')
        .where('isNoted', '=', true)
        .orderBy('size')
        .execute()
      return heads
        .filter(({ size }) => !noted.has(size))
        .map(({ size }) => ({
          ...WHOLE_LOG_FAULT_PLACE,
          why: `has a signed head of ${size} entries, and the entry that noted it was cut off`,
        }))
    },
  }
}
