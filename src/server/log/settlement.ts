import type { Kysely } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'
import { readLastCheckpoint } from './checkpoints.ts'
import { readCheckpointNote } from './read.ts'

/** The checkpoint that an email about a settlement contains. */
export interface SettlementCheckpoint {
  /** The signed note, with its cosignatures. */
  note: string
  size: number
  at: Instant
  /** True if it covers the settlement; if not, a later one will. */
  covers: boolean
}

/**
 * Returns the newest checkpoint, with a flag for covering the settlement of a round; undefined before anything was
 * signed.
 */
export const readSettlementCheckpoint = async (
  db: Kysely<Database>,
  roundId: string,
): Promise<SettlementCheckpoint | undefined> => {
  const [last, settled] = await Promise.all([
    readLastCheckpoint(db),
    db
      .selectFrom('activity')
      .leftJoin('activityChain', 'activityChain.entryId', 'activity.id')
      .leftJoin('logLeaf', 'logLeaf.seq', 'activityChain.seq')
      .select('logLeaf.index')
      .where('subjectKind', '=', 'round')
      .where('subjectId', '=', roundId)
      .where('toStatus', '=', 'Settled')
      .orderBy('activity.id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  if (!last) return undefined
  const { size, at } = last
  const covers = typeof settled?.index === 'number' && settled.index < size
  return { note: await readCheckpointNote(db, size), size, at, covers }
}
