import type { Kysely } from 'kysely'
import { z } from 'zod'
import { BACKUP_REQUESTS, type BackupRequestKind } from '#contract/system/backups'
import type { Instant } from '@credit-market/values/dates'
import { readInstallationRecord, removeInstallationValue, writeInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'

const REQUEST = 'backup-request'

const storedRequest = z.object({
  what: z.enum(BACKUP_REQUESTS),
  at: z.iso.datetime(),
  by: z.string(),
})
type BackupRequest = { what: BackupRequestKind; at: Instant; by: string }

const textOf = ({ what, at, by }: BackupRequest): string => JSON.stringify({ what, at, by })

/** Reads the backup or restore test that an administrator asked for and that has not been made yet; null if there is none. */
export const readBackupRequest = (db: Kysely<Database>): Promise<BackupRequest | null> =>
  readInstallationRecord(db, REQUEST, storedRequest)

/** Stores a request, which the server that makes backups answers within a minute; a restore test replaces a backup, not the reverse. */
export const requestBackup = async (db: Kysely<Database>, request: BackupRequest): Promise<void> => {
  const before = await readBackupRequest(db)
  if (before?.what === 'restoreTest') return
  await writeInstallationValue(db, REQUEST, textOf(request))
}

/** Removes a request that has been answered, unless another one was made meanwhile. */
export const endBackupRequest = async (db: Kysely<Database>, request: BackupRequest): Promise<void> => {
  await removeInstallationValue(db, REQUEST, textOf(request))
}
