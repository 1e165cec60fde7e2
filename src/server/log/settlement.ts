import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import type { Database } from '../store/tables.ts'
import { lastCheckpoint } from './checkpoints.ts'
import { checkpointNote } from './read.ts'

/** The checkpoint that a letter about a settlement carries. */
export interface SettlementCheckpoint {
  /** The signed note, with its co-signatures. */
  note: string
  size: number
  at: Instant
  /** Is the settlement under it? If not, the one that covers it is still to come. */
  covers: boolean
}

/** The newest checkpoint, and whether it covers the settlement of a round; undefined before anything was signed. */
export const settlementCheckpoint = async (
  db: Kysely<Database>,
  roundId: string,
): Promise<SettlementCheckpoint | undefined> => {
  const [last, settled] = await Promise.all([
    lastCheckpoint(db),
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
  return { note: await checkpointNote(db, size), size, at, covers }
}
