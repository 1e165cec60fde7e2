import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { BackupRun } from '#contract/system/backup-run'
import { readInstallationRecord, writeInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'

/** The stored record: an instant, and the result. */
const noted = z.object({
  at: z.iso.datetime(),
  wholeAt: z.iso.datetime().nullable(),
  backup: z.string().nullable(),
  size: z.int().nullable(),
  ok: z.boolean(),
  result: z.string(),
})

const read = (db: Kysely<Database>, key: string): Promise<BackupRun | null> =>
  readInstallationRecord(db, key, noted)

/** Reads the last backup; null if none was ever made. */
export const readLastBackup = (db: Kysely<Database>): Promise<BackupRun | null> => read(db, 'backup')

/** Reads the last restore test; null if there was none. */
export const readLastRestoreTest = (db: Kysely<Database>): Promise<BackupRun | null> => read(db, 'rehearsal')

/** Stores the result of a backup or a restore test; the last success stays known. */
export const recordBackupResult = async (
  db: Kysely<Database>,
  what: 'backup' | 'rehearsal',
  outcome: Omit<BackupRun, 'wholeAt' | 'size'> & { size?: number },
): Promise<void> => {
  const before = await read(db, what)
  const kept = outcome.ok
    ? { wholeAt: outcome.at, size: outcome.size ?? null }
    : { wholeAt: before?.wholeAt ?? null, size: before?.size ?? null }
  await writeInstallationValue(db, what, JSON.stringify({ ...outcome, ...kept } satisfies BackupRun))
}
