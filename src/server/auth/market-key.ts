import { type Kysely, sql, type Transaction } from 'kysely'
import type { ServerConfig } from '../process/config.ts'
import { startPollLoop } from '../process/loop.ts'
import { writeInstallationValue, readInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'
import { keyFilePath, readNextKey, activateNextKey } from './key-file.ts'
import { findKeyRotationRefusal, openSecrets, type Secrets, deriveSecrets } from './secrets.ts'

/** Name of the note that holds the fingerprint of the market's key. */
export const KEY_FINGERPRINT_NOTE = 'key-fingerprint'

type Keys = Pick<ServerConfig, 'secretKey' | 'dataDir'>

/**
 * Secrets of this server. The first start of a market notes its key; a start with another key is refused, since codes
 * and links would not work across servers and encrypted values could not be read.
 */
export const openSecretsOfMarket = (db: Kysely<Database>, config: Keys): Promise<Secrets> =>
  db.transaction().execute(async trx => {
    // If several servers start for the first time at once, one stores its key and the others compare theirs with it.
    await sql`select pg_advisory_xact_lock(hashtext(${KEY_FINGERPRINT_NOTE}))`.execute(trx)
    const noted = await readInstallationValue(trx, KEY_FINGERPRINT_NOTE)
    const secrets = secretsOn(config, noted)
    // A market of an earlier version has no note, but may have values encrypted with the key.
    if (noted === undefined ? !(await readsWhatIsThere(trx, secrets)) : noted !== secrets.fingerprint)
      throw anotherKey(config)
    if (noted === undefined) await writeInstallationValue(trx, KEY_FINGERPRINT_NOTE, secrets.fingerprint)
    return secrets
  })

const anotherKey = ({ secretKey, dataDir }: Keys) =>
  new Error(
    `${secretKey ? 'SECRET_KEY' : `The key in ${keyFilePath(dataDir)} (SECRET_KEY is not set)`} is not the key of this market: ` +
      'give every server the same key, in SECRET_KEY or as secret.key in DATA_DIR, as saved with the backups; ' +
      'if it is lost for good, run "npm run rotate-key -- --lost" to use this key from now on',
  )

/** If `rotate-key` stopped between the database and the file, first completes the file. */
const secretsOn = (config: Keys, noted: string | undefined): Secrets => {
  const secrets = openSecrets(config)
  if (config.secretKey || noted === undefined || noted === secrets.fingerprint) return secrets
  const next = readNextKey(config.dataDir)
  if (!next || deriveSecrets(next).fingerprint !== noted) return secrets
  activateNextKey(config.dataDir)
  return deriveSecrets(next)
}

const readsWhatIsThere = async (db: Kysely<Database>, secrets: Secrets): Promise<boolean> => {
  const row = await db.selectFrom('secondFactor').select('secret').limit(1).executeTakeFirst()
  try {
    if (row) secrets.decrypt(row.secret)
    return true
  } catch {
    return false
  }
}

const isKeyOfMarket = async (db: Kysely<Database>, { fingerprint }: Secrets): Promise<boolean> =>
  ((await readInstallationValue(db, KEY_FINGERPRINT_NOTE)) ?? fingerprint) === fingerprint

/** Locks the market's key until the end of the transaction; throws `HttpError` 503 if this server has another key. */
export const lockMarketKey = async (db: Transaction<Database>, { fingerprint }: Secrets): Promise<void> => {
  const noted = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', KEY_FINGERPRINT_NOTE)
    .forShare()
    .executeTakeFirst()
  if (noted && noted.value !== fingerprint) throw findKeyRotationRefusal()
}

const WATCH_MS = 5000

/** Calls back when the market's key is no longer the key of this server. */
export const watchMarketKey = (
  db: Kysely<Database>,
  secrets: Secrets,
  changed: (why: string) => void,
): { stop: () => Promise<void> } => {
  const look = async (): Promise<boolean> => {
    if (!(await isKeyOfMarket(db, secrets)))
      changed('The market’s key has changed: restart this server with the new key')
    return false
  }
  // An unreachable database is asked again.
  return startPollLoop(look, { restMs: WATCH_MS, failed: () => {} })
}
