import type { Kysely } from 'kysely'
import type { Database } from '../store/tables/tables.ts'

/** A published file of the match of a settled round, identified by its SHA-256. */
export type PublishedMatchFile = Database['instanceFile']

/** Stores a file; does nothing if it is stored already. */
export const savePublishedMatchFile = async (
  db: Kysely<Database>,
  file: PublishedMatchFile,
): Promise<void> => {
  await db
    .insertInto('instanceFile')
    .values(file)
    .onConflict(clash => clash.doNothing())
    .execute()
}

/** A file by its hash, with the time since which it exists. */
export const readPublishedMatchFile = (
  db: Kysely<Database>,
  sha256: string,
): Promise<PublishedMatchFile | undefined> =>
  db.selectFrom('instanceFile').selectAll().where('sha256', '=', sha256).executeTakeFirst()
