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
