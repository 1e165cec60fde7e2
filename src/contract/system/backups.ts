import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { instant, nullableIdAndName, nullableText } from '../kit/values.ts'
import { backupRun } from './backup-run.ts'

const tag = 'System'

/** Requests of an administrator, in addition to the scheduled backups and restore tests. */
export const BACKUP_REQUESTS = ['backup', 'restoreTest'] as const
export type BackupRequestKind = (typeof BACKUP_REQUESTS)[number]

const systemBackups = z
  .object({
    at: instant.meta({ description: 'Time of the server' }),
    everyMinutes: z.int().nullable().meta({
      description: 'Minutes between backups; null if the server makes none by itself',
    }),
    problem: nullableText.meta({
      description: 'Why no backup can be made, with the remedy; null if one can be made',
    }),
    backup: backupRun.nullable(),
    restoreTest: backupRun.nullable(),
    stored: z.array(instant).meta({ description: 'Times of the backups in the folder, newest first' }),
    request: z
      .object({ what: z.enum(BACKUP_REQUESTS), at: instant, by: nullableIdAndName })
      .nullable()
      .meta({ description: 'Backup or restore test that has been asked for and not made yet' }),
  })
  .meta({ id: 'SystemBackups' })
export type SystemBackups = z.infer<typeof systemBackups>

export const readBackups = endpoint('GET /api/sysadmin/backups', {
  id: 'readBackups',
  tag,
  summary: 'Backups and restore tests: the last ones, why one is missing, and which backups are stored',
  access: 'sysadmin',
  answers: { 200: systemBackups },
})

export const runBackup = endpoint('POST /api/sysadmin/backups/run', {
  id: 'runBackup',
  tag,
  summary:
    'Makes a backup, or tests in a temporary database whether the newest can be restored, within a minute',
  access: 'sysadmin',
  body: z.object({ what: z.enum(BACKUP_REQUESTS) }),
  answers: { 200: z.object({ message: z.string() }), 409: refusal },
})
