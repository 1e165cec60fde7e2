import type { Logger } from 'pino'
import type { Precaution } from '#contract/system'
import { pollLoop } from '../loop.ts'
import { alone } from '../store/alone.ts'
import { superfluous } from './keep.ts'
import { backupsIn, type Made, removeBackup } from './make.ts'
import { lastBackup, lastRehearsal } from './noted.ts'
import { backUp, type Installation, newestIn, rehearseAndNote } from './run.ts'

const A_MINUTE_MS = 60_000
const REHEARSED_EVERY_MS = 1440 * A_MINUTE_MS

/** One dated in the future was noted while the clock was wrong, and does not put off the next. */
const isDue = (last: Precaution | null, everyMs: number, now: Date): boolean => {
  const sinceMs = last === null ? Infinity : now.getTime() - Date.parse(last.at)
  return sinceMs >= everyMs || sinceMs < 0
}

/** The newest backup that this process has made, with the secret key that opens it: it can be rehearsed only while somebody has that. */
export interface Latest {
  made?: Pick<Made, 'backup' | 'identity'>
}

/** Unless another server is at it: makes the backup that is due, then rehearses the newest if that is due, and takes away what nobody needs any more. */
export const keepBackedUp = (
  installation: Installation & { latest: Latest },
  folder: string,
  signal?: AbortSignal,
): Promise<void> => alone(installation.db, 'backups', () => doWhatIsDue(installation, folder, signal))

const doWhatIsDue = async (
  installation: Installation & { latest: Latest },
  folder: string,
  signal?: AbortSignal,
): Promise<void> => {
  const { db, config, now, latest } = installation
  if (isDue(await lastBackup(db), config.backup.everyMinutes * A_MINUTE_MS, now())) {
    latest.made = await backUp(installation, folder, { signal })
    for (const name of superfluous(await backupsIn(folder))) await removeBackup(folder, name)
  }
  const newest = await newestIn(folder)
  const own = latest.made?.backup === newest ? latest.made : undefined
  const canBeOpened = own !== undefined || config.backup.passphrase !== undefined
  if (newest && canBeOpened && isDue(await lastRehearsal(db), REHEARSED_EVERY_MS, now()))
    await rehearseAndNote(newest, installation, { signal, ...(own && { identities: [own.identity] }) })
}

/** Where BACKUP_DIR names a folder: makes backups there every so many minutes, and rehearses a restore every day, until stopped. */
export const startBackups = (installation: Installation, log: Logger): { stop: () => Promise<void> } => {
  const { folder } = installation.config.backup
  if (!folder) return { stop: async () => {} }
  const latest: Latest = {}
  return pollLoop(
    async signal => {
      await keepBackedUp({ ...installation, latest }, folder, signal)
      return false
    },
    {
      restMs: A_MINUTE_MS,
      failed: error => log.error({ err: error }, 'There is no new backup, or its rehearsal failed'),
    },
  )
}
