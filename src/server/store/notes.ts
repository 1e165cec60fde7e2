import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Database } from './tables/tables.ts'

/** Reads the value that the installation has stored under a key. */
export const readInstallationValue = async (db: Kysely<Database>, key: string): Promise<string | undefined> =>
  (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value

/** Reads a value that was stored as JSON; null if there is none, or an earlier version stored it in another form. */
export const readInstallationRecord = async <T>(
  db: Kysely<Database>,
  key: string,
  form: z.ZodType<T>,
): Promise<T | null> => {
  const text = await readInstallationValue(db, key)
  return text === undefined ? null : (form.safeParse(JSON.parse(text)).data ?? null)
}

/** Stores a value under a key, replacing an earlier one. */
export const writeInstallationValue = async (
  db: Kysely<Database>,
  key: string,
  value: string,
): Promise<void> => {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict(clash => clash.column('key').doUpdateSet({ value }))
    .execute()
}

/** Removes the value under a key; if a value is given, only while it is the stored one. */
export const removeInstallationValue = async (
  db: Kysely<Database>,
  key: string,
  value?: string,
): Promise<void> => {
  await db
    .deleteFrom('meta')
    .where('key', '=', key)
    .$if(value !== undefined, query => query.where('value', '=', value ?? ''))
    .execute()
}

const PROBE = 'probe-of-writing'
const PROBE_BYTES = 64 * 1024

/** Writes more than fits into the free space of a table and removes it again; throws if the database cannot write. */
export const testWrite = async (db: Kysely<Database>): Promise<void> => {
  await writeInstallationValue(db, PROBE, randomBytes(PROBE_BYTES).toString('base64'))
  await removeInstallationValue(db, PROBE)
}
