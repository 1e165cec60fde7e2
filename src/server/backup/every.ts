import type { Logger } from 'pino'
import type { BackupRun } from '#contract/system/backup-run'
import type { BackupRequestKind } from '#contract/system/backups'
import { startPollLoop } from '../process/loop.ts'
import { runExclusively } from '../store/alone.ts'
import { listBackups, removeBackup, type CompletedBackup } from './make.ts'
import { readLastBackup, readLastRestoreTest } from './noted.ts'
import { endBackupRequest, readBackupRequest } from './request.ts'
import { makeAndRecordBackup, findNewestBackup, testAndRecordRestore, type BackupSource } from './run.ts'

/** Number of backups to keep: the last ones, and then one for each hour and day. */
const KEPT = { last: 24, hours: 48, days: 35 }

const newestOfEach = (names: readonly string[], length: number): string[] => [
  ...new Map(names.toReversed().map(name => [name.slice(0, length), name])).values(),
]

/**
 * Returns the scheduled backups that may be deleted. Names are instants, newest first. Kept are the last 24, the newest
 * of each of the last 48 hours, of each of the last 35 days, and of each month for good.
 */
export const selectBackupsToDelete = (names: readonly string[]): string[] => {
  const kept = new Set([
    ...names.slice(0, KEPT.last),
    ...newestOfEach(names, '2026-11-22T16'.length).toReversed().slice(0, KEPT.hours),
    ...newestOfEach(names, '2026-11-22'.length).toReversed().slice(0, KEPT.days),
    ...newestOfEach(names, '2026-11'.length),
  ])
  return names.filter(name => !kept.has(name))
}

const A_MINUTE_MS = 60_000
const REHEARSED_EVERY_MS = 1440 * A_MINUTE_MS

/** A backup dated in the future was recorded while the clock was wrong, and does not delay the next. */
const isDue = (last: BackupRun | null, everyMs: number, now: Date): boolean => {
  const sinceMs = last === null ? Infinity : now.getTime() - Date.parse(last.at)
  return sinceMs >= everyMs || sinceMs < 0
}

/** The newest backup that this process has made, with the secret key that opens it; a restore test needs that key. */
export interface LatestBackup {
  made?: Pick<CompletedBackup, 'backup' | 'identity'>
}

/**
 * Makes the backup that is due or that an administrator asked for, then runs a restore test of the newest likewise, and deletes superfluous backups;
 * does nothing while another server does it.
 */
export const makeDueBackup = (
  installation: BackupSource & { latest: LatestBackup },
  folder: string,
  signal?: AbortSignal,
): Promise<void> =>
  runExclusively(installation.db, 'backups', () => doWhatIsDue(installation, folder, signal))

const doWhatIsDue = async (
  installation: BackupSource & { latest: LatestBackup },
  folder: string,
  signal?: AbortSignal,
): Promise<void> => {
  const request = await readBackupRequest(installation.db)
  try {
    await makeWhatIsDue(installation, folder, { request: request?.what, signal })
  } finally {
    if (request) await endBackupRequest(installation.db, request)
  }
}

const makeWhatIsDue = async (
  installation: BackupSource & { latest: LatestBackup },
  folder: string,
  { request, signal }: { request: BackupRequestKind | undefined; signal: AbortSignal | undefined },
): Promise<void> => {
  const { db, config, now, latest } = installation
  const canOpen = (backup: string | undefined): boolean =>
    backup !== undefined && (latest.made?.backup === backup || config.backup.passphrase !== undefined)
  const isForTest = request === 'restoreTest' && !canOpen(await findNewestBackup(folder))
  const everyMs = config.backup.everyMinutes * A_MINUTE_MS
  if (request === 'backup' || isForTest || isDue(await readLastBackup(db), everyMs, now())) {
    latest.made = await makeAndRecordBackup(installation, folder, { signal })
    for (const name of selectBackupsToDelete(await listBackups(folder))) await removeBackup(folder, name)
  }
  const newest = await findNewestBackup(folder)
  const own = latest.made?.backup === newest ? latest.made : undefined
  const isTestDue =
    request === 'restoreTest' || isDue(await readLastRestoreTest(db), REHEARSED_EVERY_MS, now())
  if (newest && canOpen(newest) && isTestDue)
    await testAndRecordRestore(newest, installation, { signal, ...(own && { identities: [own.identity] }) })
}

/**
 * Makes backups in the folder BACKUP_DIR, if it is set, at its interval in minutes, and tests a restore every day,
 * until stopped.
 */
export const startScheduledBackups = (
  installation: BackupSource,
  log: Logger,
): { stop: () => Promise<void> } => {
  const { folder } = installation.config.backup
  if (!folder) return { stop: async () => {} }
  const latest: LatestBackup = {}
  return startPollLoop(
    async signal => {
      await makeDueBackup({ ...installation, latest }, folder, signal)
      return false
    },
    {
      restMs: A_MINUTE_MS,
      failed: error => log.error({ err: error }, 'The backup or its restore test failed'),
    },
  )
}
