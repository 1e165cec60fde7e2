import type { Kysely } from 'kysely'
import type { BackupRequestKind, SystemBackups } from '#contract/system/backups'
import { backupProblem } from '../backup/problem.ts'
import { listBackups } from '../backup/make.ts'
import { readLastBackup, readLastRestoreTest } from '../backup/noted.ts'
import { readBackupRequest, requestBackup } from '../backup/request.ts'
import type { ServerConfig } from '../process/config.ts'
import { conflictError } from '../runner/refusals.ts'
import { appendLogEntries, buildInstallationEntry } from '../store/activity.ts'
import type { Database } from '../store/tables/tables.ts'
import { readPeopleNames } from '../views/kit/names.ts'
import type { Instant } from '@credit-market/values/dates'

type BackupConfig = Pick<ServerConfig, 'backup'>

const MOST = 50

/** Times in the names of backups, in which colons cannot stand. */
const timeIn = (name: string): string => name.replace(/T(\d{2})-(\d{2})-/, 'T$1:$2:')

/** Backups and restore tests of an installation, and why none can be made. No one can download a backup: they are only listed. */
export const readSystemBackups = async (
  db: Kysely<Database>,
  { backup }: BackupConfig,
  at: Instant,
): Promise<SystemBackups> => {
  const request = await readBackupRequest(db)
  const nameOf = await readPeopleNames(db, [request?.by ?? null], { seesAll: true, organisationId: null })
  const problem = await backupProblem(backup)
  const stored = backup.folder && problem === null ? await listBackups(backup.folder) : []
  return {
    ...{ at, problem, everyMinutes: backup.folder === undefined ? null : backup.everyMinutes },
    backup: await readLastBackup(db),
    restoreTest: await readLastRestoreTest(db),
    stored: stored.slice(0, MOST).map(timeIn),
    request: request && {
      ...{ what: request.what, at: request.at },
      by: { id: request.by, name: nameOf(request.by) },
    },
  }
}

const REQUEST_TITLES: Record<BackupRequestKind, string> = {
  backup: 'Ask for a backup',
  restoreTest: 'Ask for a restore test',
}

/** Asks the server that makes backups for one, or for a restore test, and records who asked. */
export const askForBackup = async (
  db: Kysely<Database>,
  { backup }: BackupConfig,
  { what, userId, at }: { what: BackupRequestKind; userId: string; at: Instant },
): Promise<string> => {
  const problem = await backupProblem(backup)
  if (problem !== null) throw conflictError(problem)
  await db.transaction().execute(async trx => {
    await requestBackup(trx, { what, at, by: userId })
    const title = REQUEST_TITLES[what]
    const entry = buildInstallationEntry({ at, action: 'AskForBackup', title, message: title, details: {} })
    await appendLogEntries(trx, [{ ...entry, actorId: userId }])
  })
  return what === 'backup' ? 'The backup begins within a minute' : 'The restore test begins within a minute'
}
