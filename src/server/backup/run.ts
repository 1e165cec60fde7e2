import { basename, join } from 'node:path'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { errorMessageOf } from '#domain/values/narrow'
import type { ServerConfig } from '../process/config.ts'
import type { BlobStore } from '../files/blob-store.ts'
import type { Database } from '../store/tables/tables.ts'
import { readProductVersion } from '../process/version.ts'
import type { AbortOption } from '../files/copying.ts'
import type { BackupKeys } from './lock.ts'
import { listBackups, type CompletedBackup, makeBackup } from './make.ts'
import { recordBackupResult } from './noted.ts'
import { testRestore, type RestoreTestResult } from './rehearse.ts'
import { readInstallationKey } from './key-there.ts'

/** An installation to back up: its database twice, for records and for copies. */
export interface BackupSource {
  db: Kysely<Database>
  reach: pg.ClientConfig
  files: Pick<BlobStore, 'open'>
  config: Pick<ServerConfig, 'secretKey' | 'dataDir' | 'backup'>
  now: () => Date
}

const resultOf = ({ manifest: { missing, key } }: CompletedBackup): string =>
  [
    missing.length === 0 ? 'Complete' : `Complete, except ${missing.length} missing documents`,
    ...(key.secret === null ? ['without the secret key'] : []),
  ].join(', ')

/** Makes a backup in a folder and records the result in the market. */
export const makeAndRecordBackup = async (
  { db, reach, files, config, now }: BackupSource,
  folder: string,
  { signal }: AbortOption = {},
): Promise<CompletedBackup> => {
  const at = now().toISOString()
  const note = (said: { backup: string | null; ok: boolean; result: string; size?: number }) =>
    recordBackupResult(db, 'backup', { at, ...said })
  try {
    const { recipients, passphrase } = config.backup
    const key = readInstallationKey(config)
    const keyholders = { recipients, passphrase }
    const making = { reach, files, key, keyholders, folder, version: readProductVersion(), now, signal }
    const made = await makeBackup(making)
    await note({ backup: basename(made.backup), ok: true, result: resultOf(made), size: made.size })
    return made
  } catch (error) {
    // If the database is lost, so is the record; the original error is the one to throw.
    const noted = note({ backup: null, ok: false, result: errorMessageOf(error) })
    await noted.catch(() => {})
    throw error
  }
}

/** Says in one sentence what a restore test without errors has compared. */
const comparedText = ({ opened: { manifest }, loaded: { rows, log } }: RestoreTestResult): string =>
  `Restored without errors. Compared: ${rows} rows in ${manifest.tables.length} tables, ${manifest.documents.length} documents by their hashes, the integrity of the market, and the end of the log (entry ${log.seq})`

/** Tests the restore of a backup and records the result in the market, if it can be reached. */
export const testAndRecordRestore = async (
  backup: string,
  { db, config, now }: Pick<BackupSource, 'config' | 'now'> & { db?: Kysely<Database> },
  { signal, identities = config.backup.identities }: AbortOption & Pick<BackupKeys, 'identities'> = {},
): Promise<RestoreTestResult> => {
  const at = now().toISOString()
  const note = async (ok: boolean, result: string): Promise<void> => {
    if (db) await recordBackupResult(db, 'rehearsal', { at, backup: basename(backup), ok, result })
  }
  try {
    const found = await testRestore(backup, { identities, passphrase: config.backup.passphrase, signal })
    const [first, ...others] = found.faults
    const more = others.length > 0 ? ', and more' : ''
    await note(!first, first ? `${first}${more}` : comparedText(found))
    return found
  } catch (error) {
    await note(false, errorMessageOf(error)).catch(() => {})
    throw error
  }
}

/** Returns the newest backup in a folder. */
export const findNewestBackup = async (folder: string): Promise<string | undefined> => {
  const [name] = await listBackups(folder)
  return name === undefined ? undefined : join(folder, name)
}
