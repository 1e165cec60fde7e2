import { type Kysely, sql } from 'kysely'
import { messageOf } from '#domain/narrow'
import type { Config } from '../config.ts'
import { newId } from '../ids.ts'
import { note, noteOf } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'
import { type BlobStore, MARK } from './blob-store.ts'

/** Under which it is noted by what sign the market knows its documents. */
const NOTED = 'files-mark'
/** Under which the sign is noted before it is put there: a first start that was broken off knows it again. */
const CHOSEN = 'files-mark-chosen'

/**
 * Makes sure that the documents of this market are where this server looks for them, and every other server does. At the
 * first start a sign is put there and noted; a start that does not find it is refused: what was uploaded here would be
 * at no other server, and what the database knows could not be read. So is the first start of a real market where the
 * documents of another are: most likely the address of that one's database was forgotten.
 */
export const admitFiles = async (db: Kysely<Database>, files: BlobStore, config: Config): Promise<void> => {
  const chosen = (await noteOf(db, NOTED)) ?? (await choose(db))
  await db.transaction().execute(async trx => {
    // Of several first starts one puts the sign there.
    await sql`select pg_advisory_xact_lock(hashtext(${NOTED}))`.execute(trx)
    const noted = await noteOf(trx, NOTED)
    const found = await files.mark().catch((error: unknown) => {
      throw new Error(`${placeOf(config)} cannot be reached: ${messageOf(error)}`, { cause: error })
    })
    if (noted !== undefined && noted === found) return
    // A demonstration that is reset begins anew with the documents it has.
    const mark = noted ?? (config.demo ? (found ?? chosen) : chosen)
    if (noted === undefined && found !== undefined && found !== mark) throw ofAnother(config)
    // Where there is no sign, from an earlier version or after a restore, the documents tell.
    const newest = await newestIn(trx)
    const isNewestThere = newest !== undefined && (await holds(files, newest))
    const isOurs =
      noted === undefined ? newest === undefined || isNewestThere : found === undefined && isNewestThere
    if (!isOurs) throw notThere(config, mark)
    if (found === undefined) await files.setMark(mark)
    await note(trx, NOTED, mark)
  })
}

const choose = async (db: Kysely<Database>): Promise<string> => {
  const row = { key: CHOSEN, value: newId() }
  await db
    .insertInto('meta')
    .values(row)
    .onConflict(clash => clash.doNothing())
    .execute()
  return (await noteOf(db, CHOSEN)) ?? row.value
}

const placeOf = ({ files, dataDir }: Config): string =>
  files.kind === 's3' ? 'The bucket of S3_URL' : `The folder files in ${dataDir} (DATA_DIR)`

const notThere = (config: Config, mark: string) =>
  new Error(
    `${placeOf(config)} is not where the documents of this market are: give every server the same bucket in S3_URL, or a ` +
      'folder that all of them share in DATA_DIR, and bring the documents back from the backup if they are gone; if they ' +
      `are lost for good, or the market is to begin there, put a file ${MARK} with the word ${mark} in it`,
  )

const ofAnother = (config: Config) =>
  new Error(
    `${placeOf(config)} has the documents of another market, whose database this is not: name that database in ` +
      'DATABASE_URL, or an empty place in DATA_DIR or S3_URL for a new market',
  )

const newestIn = async (db: Kysely<Database>): Promise<string | undefined> =>
  (
    await db
      .selectFrom('filedDocument')
      .select('sha256')
      .orderBy('ordinal', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.sha256

const holds = async (files: BlobStore, sha256: string): Promise<boolean> => {
  const found = await files.open(sha256)
  found?.stream.destroy()
  return found !== undefined
}

/** Puts the sign of the market in a database to documents that have been brought back, unless there is one of another. */
export const signFiles = async (db: Kysely<Database>, files: BlobStore): Promise<void> => {
  const noted = await noteOf(db, NOTED)
  if (noted !== undefined && (await files.mark()) === undefined) await files.setMark(noted)
}

/** Can documents be kept now, and is it where the market has its documents? A folder that is not mounted looks empty. */
export const areFilesThere = async (db: Kysely<Database>, files: BlobStore): Promise<boolean> => {
  if (!(await files.isReachable())) return false
  // A database that is away is another matter.
  const noted = await noteOf(db, NOTED).catch(() => undefined)
  return noted === undefined || noted === (await files.mark().catch(() => undefined))
}
