import { type Kysely, sql, type Transaction } from 'kysely'
import type { Config } from '../config.ts'
import { pollLoop } from '../loop.ts'
import { note, noteOf } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'
import { keyPath, nextKeyIn, takeNextKey } from './key-file.ts'
import { keyHasChanged, openSecrets, type Secrets, secretsOf } from './secrets.ts'

/** Under which it is noted of which key the market is. */
export const NOTED_KEY = 'key-fingerprint'

type Keys = Pick<Config, 'secretKey' | 'dataDir'>

/**
 * The secrets of this server, whose key is noted at the first start of a market. A start with another key is refused: its
 * codes and links would work at no other server, and nothing that is encrypted could be read.
 */
export const admitKey = (db: Kysely<Database>, config: Keys): Promise<Secrets> =>
  db.transaction().execute(async trx => {
    // Of several first starts one notes its key, and the others hear of it.
    await sql`select pg_advisory_xact_lock(hashtext(${NOTED_KEY}))`.execute(trx)
    const noted = await noteOf(trx, NOTED_KEY)
    const secrets = secretsOn(config, noted)
    // A market of an earlier version has noted none, but may know what was encrypted with it.
    if (noted === undefined ? !(await readsWhatIsThere(trx, secrets)) : noted !== secrets.fingerprint)
      throw anotherKey(config)
    if (noted === undefined) await note(trx, NOTED_KEY, secrets.fingerprint)
    return secrets
  })

const anotherKey = ({ secretKey, dataDir }: Keys) =>
  new Error(
    `${secretKey ? 'SECRET_KEY' : `The key in ${keyPath(dataDir)} (SECRET_KEY is not set)`} is not the key of this market: ` +
      'give every server the same one, in SECRET_KEY or as secret.key in DATA_DIR, as it was kept with the backups; ' +
      'if it is lost for good, "npm run rotate-key -- --lost" begins anew with this one',
  )

/** Where `rotate-key` ended between the database and the file, the file is put in order first. */
const secretsOn = (config: Keys, noted: string | undefined): Secrets => {
  const secrets = openSecrets(config)
  if (config.secretKey || noted === undefined || noted === secrets.fingerprint) return secrets
  const next = nextKeyIn(config.dataDir)
  if (!next || secretsOf(next).fingerprint !== noted) return secrets
  takeNextKey(config.dataDir)
  return secretsOf(next)
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
  ((await noteOf(db, NOTED_KEY)) ?? fingerprint) === fingerprint

/** Keeps the key of the market as it is until the end of the transaction; `HttpError` 503 where it is no longer this one. */
export const holdKey = async (db: Transaction<Database>, { fingerprint }: Secrets): Promise<void> => {
  const noted = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', NOTED_KEY)
    .forShare()
    .executeTakeFirst()
  if (noted && noted.value !== fingerprint) throw keyHasChanged()
}

const WATCH_MS = 5000

/** Calls back when the key of the market is no longer that of this server. */
export const watchKey = (
  db: Kysely<Database>,
  secrets: Secrets,
  changed: (why: string) => void,
): { stop: () => Promise<void> } => {
  const look = async (): Promise<boolean> => {
    if (!(await isKeyOfMarket(db, secrets)))
      changed('The key of the market has been changed: start this server again with the new one')
    return false
  }
  // A database that is away is asked again.
  return pollLoop(look, { restMs: WATCH_MS, failed: () => {} })
}
