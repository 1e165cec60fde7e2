import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Keyholders } from '#server/backup/lock'
import { makeBackup } from '#server/backup/make'
import { restore } from '#server/backup/restore'
import { keyThere } from '#server/backup/key-there'
import { readConfig } from '#server/config'
import { openFileStore } from '#server/files/file-store'
import { freshDatabase, type Reach } from '../postgres.ts'

export const PASSPHRASE = 'rushes grow where the water stands'

/** A folder that goes with the test. */
export const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'credit-market-backup-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** An empty database that goes with the test. */
export const emptyDatabase = async (): Promise<Reach> => {
  const { connection, drop } = await freshDatabase()
  onTestFinished(drop)
  return connection
}

/** The configuration of an installation on a data folder. */
export const configOf = (dataDir: string, more: NodeJS.ProcessEnv = {}) =>
  readConfig({ DATA_DIR: dataDir, DEMO: 'off', BACKUP_PASSPHRASE: PASSPHRASE, ...more })

/** Backs up an installation; in a folder of its own unless one is named. */
export const backUpOf = async (
  { connection, dataDir }: { connection: pg.ClientConfig; dataDir: string },
  { into = folder(), ...keyholders }: { into?: string } & Partial<Keyholders> = {},
) => {
  const config = configOf(dataDir)
  const files = await openFileStore(config.files)
  const key = keyThere(config)
  const rest = { version: '0.1.0', now: () => new Date(), folder: into }
  return makeBackup({
    ...{ reach: connection, files, key, ...rest },
    keyholders: { recipients: [], passphrase: PASSPHRASE, ...keyholders },
  })
}

/** Restores a backup into an empty database and an empty folder. */
export const restoredFrom = async (
  backup: string,
  { reach, dataDir = folder(), more }: { reach?: Reach; dataDir?: string; more?: NodeJS.ProcessEnv } = {},
) => {
  const connection = reach ?? (await emptyDatabase())
  const found = await restore(backup, configOf(dataDir, more), async () => connection)
  return { ...found, connection, dataDir }
}
