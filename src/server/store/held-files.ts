import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** The documents among the answers of a proposal, which holds them until it is decided, are their proposer’s to file again. */
export const releaseFilesOf = async (db: Kysely<Database>, proposalId: string): Promise<void> => {
  await db
    .updateTable('filedDocument')
    .set({ ownerKind: null, ownerId: null })
    .where('ownerKind', '=', 'proposal')
    .where('ownerId', '=', proposalId)
    .execute()
}
