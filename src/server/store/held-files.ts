import type { Kysely } from 'kysely'
import type { Database } from './tables/tables.ts'

/** Releases the documents among the answers of a decided proposal, so that its proposer can file them again. */
export const releaseProposalFiles = async (db: Kysely<Database>, proposalId: string): Promise<void> => {
  await db
    .updateTable('filedDocument')
    .set({ ownerKind: null, ownerId: null })
    .where('ownerKind', '=', 'proposal')
    .where('ownerId', '=', proposalId)
    .execute()
}
