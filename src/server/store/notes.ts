import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** What the installation has noted of itself under a key. */
export const noteOf = async (db: Kysely<Database>, key: string): Promise<string | undefined> =>
  (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value

/** Notes a value under a key, in place of an earlier one. */
export const note = async (db: Kysely<Database>, key: string, value: string): Promise<void> => {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict(clash => clash.column('key').doUpdateSet({ value }))
    .execute()
}

const PROBE = 'probe-of-writing'
const PROBE_BYTES = 64 * 1024

/** Writes more than finds room in what a table has to spare, and takes it away again: an error where nothing can be written. */
export const tryToWrite = async (db: Kysely<Database>): Promise<void> => {
  await note(db, PROBE, randomBytes(PROBE_BYTES).toString('base64'))
  await db.deleteFrom('meta').where('key', '=', PROBE).execute()
}
