import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** A file of the match of a settled round, as it is handed out, known by its SHA-256. */
export type InstanceFile = Database['instanceFile']

/** Keeps a file; it changes nothing where it is there already. */
export const keepInstanceFile = async (db: Kysely<Database>, file: InstanceFile): Promise<void> => {
  await db
    .insertInto('instanceFile')
    .values(file)
    .onConflict(clash => clash.doNothing())
    .execute()
}

/** The text of a file by its hash, and since when it is there. */
export const instanceFile = (db: Kysely<Database>, sha256: string): Promise<InstanceFile | undefined> =>
  db.selectFrom('instanceFile').selectAll().where('sha256', '=', sha256).executeTakeFirst()
