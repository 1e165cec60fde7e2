import { type Kysely, sql } from 'kysely'
import { errorMessageOf } from '#domain/values/narrow'
import type { ServerConfig } from '../process/config.ts'
import { newId } from '../process/ids.ts'
import { writeInstallationValue, readInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'
import { type BlobStore, MARKET_MARKER } from './blob-store.ts'

/** Key of the note with the marker that identifies the market's documents. */
const NOTED = 'files-mark'
/**
 * Key of the note with the marker before it is written to the documents, so that an interrupted first start finds it
 * again.
 */
const CHOSEN = 'files-mark-chosen'

/**
 * Makes sure that the documents of this market are where this server looks for them, and every other server does. The
 * first start writes a marker there and records it; later starts that do not find it are refused: uploads made here
 * would be missing on other servers, and recorded documents could not be read. The first start of a real market is also
 * refused if the documents of another market are there: most likely the address of that market's database was
 * forgotten.
 */
export const requireMarketFiles = async (
  db: Kysely<Database>,
  files: BlobStore,
  config: ServerConfig,
): Promise<void> => {
  const chosen = (await readInstallationValue(db, NOTED)) ?? (await choose(db))
  await db.transaction().execute(async trx => {
    // One of several concurrent first starts writes the marker.
    await sql`select pg_advisory_xact_lock(hashtext(${NOTED}))`.execute(trx)
    const noted = await readInstallationValue(trx, NOTED)
    const found = await files.mark().catch((error: unknown) => {
      throw new Error(`${placeOf(config)} cannot be reached: ${errorMessageOf(error)}`, { cause: error })
    })
    if (noted !== undefined && noted === found) return
    // A reset demonstration keeps its documents.
    const mark = noted ?? (config.demo ? (found ?? chosen) : chosen)
    if (noted === undefined && found !== undefined && found !== mark) throw ofAnother(config)
    // Without a marker, in an earlier version or after a restore, the documents themselves are checked.
    const newest = await newestIn(trx)
    const isNewestThere = newest !== undefined && (await holds(files, newest))
    const isOurs =
      noted === undefined ? newest === undefined || isNewestThere : found === undefined && isNewestThere
    if (!isOurs) throw notThere(config, mark)
    if (found === undefined) await files.setMark(mark)
    await writeInstallationValue(trx, NOTED, mark)
  })
}

const choose = async (db: Kysely<Database>): Promise<string> => {
  const row = { key: CHOSEN, value: newId() }
  await db
    .insertInto('meta')
    .values(row)
    .onConflict(clash => clash.doNothing())
    .execute()
  return (await readInstallationValue(db, CHOSEN)) ?? row.value
}

const placeOf = ({ files, dataDir }: ServerConfig): string =>
  files.kind === 's3' ? 'The bucket of S3_URL' : `The folder files in ${dataDir} (DATA_DIR)`

const notThere = (config: ServerConfig, mark: string) =>
  new Error(
    `${placeOf(config)} does not contain the documents of this market: give every server the same bucket in S3_URL, or a ` +
      'folder in DATA_DIR that all of them share, and restore the documents from a backup if they are gone; if they ' +
      `are lost for good, or the market is new there, create a file ${MARKET_MARKER} that contains the word ${mark}`,
  )

const ofAnother = (config: ServerConfig) =>
  new Error(
    `${placeOf(config)} contains the documents of another market, which has another database: name that database in ` +
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

/** Writes the market's marker to restored documents, unless they have the marker of another market. */
export const writeMarketMarker = async (db: Kysely<Database>, files: BlobStore): Promise<void> => {
  const noted = await readInstallationValue(db, NOTED)
  if (noted !== undefined && (await files.mark()) === undefined) await files.setMark(noted)
}

/**
 * True if documents can be stored now, in the place where the market has its documents. A folder that is not mounted
 * looks empty.
 */
export const isFileStoreReady = async (db: Kysely<Database>, files: BlobStore): Promise<boolean> => {
  if (!(await files.isReachable())) return false
  // An outage of the database is reported elsewhere.
  const noted = await readInstallationValue(db, NOTED).catch(() => undefined)
  return noted === undefined || noted === (await files.mark().catch(() => undefined))
}
