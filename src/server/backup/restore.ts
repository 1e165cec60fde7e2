import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { secretsOf } from '../auth/secrets.ts'
import type { Config } from '../config.ts'
import { openFileStore } from '../files/file-store.ts'
import { signFiles } from '../files/market-files.ts'
import { connect } from '../store/database.ts'
import { openConnection } from '../store/one-connection.ts'
import { keyThere } from './key-there.ts'
import { type Loaded, loadTables, refuseUnknownTables, refuseUnlessEmpty } from './load.ts'
import { documentFile, type Manifest, openBackup } from './manifest.ts'
import { putDocument } from './put-document.ts'
import { KEY_IS_ELSEWHERE, verifyBackup } from './verify.ts'
import { unwrapKey } from './wrapped-key.ts'

/** The key that the restored market needs and does not have here yet; an error where what is here opens nothing of it. */
const keyToPut = (
  { wrapped, fingerprint, secret }: Manifest['key'],
  config: Pick<Config, 'secretKey' | 'dataDir' | 'backup'>,
): Buffer | undefined => {
  const { passphrase } = config.backup
  const unwrapped = wrapped && passphrase ? unwrapKey(wrapped, passphrase) : undefined
  const key = secret === null ? unwrapped : Buffer.from(secret, 'base64')
  const there = keyThere(config)
  if (there && fingerprint && secretsOf(there).fingerprint !== fingerprint)
    throw new Error(
      `The secret key here (${config.secretKey ? 'SECRET_KEY' : join(config.dataDir, 'secret.key')}) is not the one of this backup: take it away or name the right one`,
    )
  if (wrapped && !key && !there)
    throw new Error('The secret key in this backup is locked: name its passphrase in BACKUP_PASSPHRASE')
  return there ? undefined : key
}

const putKey = (key: Buffer, dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true })
  const how = { mode: 0o600, flag: 'wx', flush: true } as const
  writeFileSync(join(dataDir, 'secret.key'), key.toString('base64'), how)
}

/** A market that has been restored. */
export interface Restored extends Loaded {
  manifest: Manifest
  documents: number
  notes: string[]
}

const refuseUsed = async (reach: pg.ClientConfig): Promise<void> => {
  const client = await openConnection(reach)
  try {
    await refuseUnlessEmpty(client)
  } finally {
    await client.end()
  }
}

/**
 * Restores a market into an empty database and the file store of the configuration, and its key where there is none. The
 * whole backup is verified before anything is written, also before a database of one's own is opened by `reach`. What is
 * broken off leaves the database empty, so that it can be done again.
 */
export const restore = async (
  backup: string,
  config: Config,
  reach: () => Promise<pg.ClientConfig>,
): Promise<Restored> => {
  const opener = { identities: config.backup.identities, passphrase: config.backup.passphrase }
  const { faults, notes, opened: found } = await verifyBackup(backup, opener)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const opened = found ?? (await openBackup(backup, opener))
  const { manifest } = opened
  refuseUnknownTables(manifest)
  const key = keyToPut(manifest.key, config)
  const to = await reach()
  await refuseUsed(to)
  const files = await openFileStore(config.files)
  for (const { sha256 } of manifest.documents)
    await putDocument(files, sha256, () => opened.read(documentFile(sha256)))
  const loaded = await loadTables(to, opened, {
    beforeItStays: async () => {
      if (key) putKey(key, config.dataDir)
    },
  })
  const db = connect(to)
  await signFiles(db, files)
  await db.destroy()
  return {
    ...loaded,
    manifest,
    documents: manifest.documents.length,
    notes: [...notes, ...(keyThere(config) ? [] : [KEY_IS_ELSEWHERE])],
  }
}
