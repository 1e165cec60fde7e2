import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { deriveSecrets } from '../auth/secrets.ts'
import type { ServerConfig } from '../process/config.ts'
import { openFileStore } from '../files/file-store.ts'
import { writeMarketMarker } from '../files/market-files.ts'
import { connectDatabase } from '../store/database.ts'
import { openDirectConnection } from '../store/one-connection.ts'
import { readInstallationKey } from './key-there.ts'
import { type BackupLoadResult, loadBackupTables, refuseUnknownTables, requireEmptyDatabase } from './load.ts'
import { backupDocumentPath, type BackupManifest, openBackup } from './manifest.ts'
import { storeDocumentIfMissing } from '../files/copying.ts'
import { KEY_NOT_INCLUDED, verifyBackup } from './verify.ts'
import { decryptKeyWithPassphrase } from './wrapped-key.ts'

/**
 * The key that the restored market needs and that is not here yet; throws if a different key is here, or if the
 * backup's key is locked and no passphrase is given.
 */
const keyToPut = (
  { wrapped, fingerprint, secret }: BackupManifest['key'],
  config: Pick<ServerConfig, 'secretKey' | 'dataDir' | 'backup'>,
): Buffer | undefined => {
  const { passphrase } = config.backup
  const unwrapped = wrapped && passphrase ? decryptKeyWithPassphrase(wrapped, passphrase) : undefined
  const key = secret === null ? unwrapped : Buffer.from(secret, 'base64')
  const there = readInstallationKey(config)
  if (there && fingerprint && deriveSecrets(there).fingerprint !== fingerprint)
    throw new Error(
      `The secret key here (${config.secretKey ? 'SECRET_KEY' : join(config.dataDir, 'secret.key')}) is not the key of this backup: remove it, or set the right one`,
    )
  if (wrapped && !key && !there)
    throw new Error('The secret key in this backup is encrypted: set BACKUP_PASSPHRASE to its passphrase')
  return there ? undefined : key
}

const putKey = (key: Buffer, dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true })
  const how = { mode: 0o600, flag: 'wx', flush: true } as const
  writeFileSync(join(dataDir, 'secret.key'), key.toString('base64'), how)
}

/** A market that has been restored. */
export interface RestoredMarket extends BackupLoadResult {
  manifest: BackupManifest
  documents: number
  notes: string[]
}

const refuseUsed = async (reach: pg.ClientConfig): Promise<void> => {
  const client = await openDirectConnection(reach)
  try {
    await requireEmptyDatabase(client)
  } finally {
    await client.end()
  }
}

/**
 * Restores a market into an empty database and the file store of the configuration, with its key if there is none. The
 * whole backup is verified before anything is written, and before `reach` starts an embedded database. An interrupted
 * restore leaves the database empty, so that it can be repeated.
 */
export const restoreMarket = async (
  backup: string,
  config: ServerConfig,
  reach: () => Promise<pg.ClientConfig>,
): Promise<RestoredMarket> => {
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
    await storeDocumentIfMissing(files, sha256, () => opened.read(backupDocumentPath(sha256)))
  const loaded = await loadBackupTables(to, opened, {
    beforeItStays: async () => {
      if (key) putKey(key, config.dataDir)
    },
  })
  const db = connectDatabase(to)
  await writeMarketMarker(db, files)
  await db.destroy()
  return {
    ...loaded,
    manifest,
    documents: manifest.documents.length,
    notes: [...notes, ...(readInstallationKey(config) ? [] : [KEY_NOT_INCLUDED])],
  }
}
