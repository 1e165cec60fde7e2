import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import type { BackupKeyholders } from '#server/backup/lock'
import { makeBackup } from '#server/backup/make'
import { restoreMarket } from '#server/backup/restore'
import { readInstallationKey } from '#server/backup/key-there'
import { readConfig } from '#server/process/config'
import { openFileStore } from '#server/files/file-store'
import { createFreshDatabase, type DatabaseConnectionConfig } from '../postgres.ts'

export const PASSPHRASE = 'rushes grow where the water stands'

/** A folder that is removed after the test. */
export const createTemporaryFolder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'credit-market-backup-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** An empty database that is dropped after the test. */
export const createEmptyDatabase = async (): Promise<DatabaseConnectionConfig> => {
  const { connection, drop } = await createFreshDatabase()
  onTestFinished(drop)
  return connection
}

/** The configuration of an installation on a data folder. */
export const createBackupConfig = (dataDir: string, more: NodeJS.ProcessEnv = {}) =>
  readConfig({ DATA_DIR: dataDir, DEMO: 'off', BACKUP_PASSPHRASE: PASSPHRASE, ...more })

/** Backs up an installation, by default into a new folder. */
export const backUpInstallation = async (
  { connection, dataDir }: { connection: pg.ClientConfig; dataDir: string },
  { into = createTemporaryFolder(), ...keyholders }: { into?: string } & Partial<BackupKeyholders> = {},
) => {
  const config = createBackupConfig(dataDir)
  const files = await openFileStore(config.files)
  const key = readInstallationKey(config)
  const rest = { version: '0.1.0', now: () => new Date(), folder: into }
  return makeBackup({
    ...{ reach: connection, files, key, ...rest },
    keyholders: { recipients: [], passphrase: PASSPHRASE, ...keyholders },
  })
}

/** Restores a backup into an empty database and an empty folder. */
export const restoreBackup = async (
  backup: string,
  {
    reach,
    dataDir = createTemporaryFolder(),
    more,
  }: { reach?: DatabaseConnectionConfig; dataDir?: string; more?: NodeJS.ProcessEnv } = {},
) => {
  const connection = reach ?? (await createEmptyDatabase())
  const found = await restoreMarket(backup, createBackupConfig(dataDir, more), async () => connection)
  return { ...found, connection, dataDir }
}
