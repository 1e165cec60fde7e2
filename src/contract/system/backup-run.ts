import { z } from 'zod'
import { instant, nullableText } from '../kit/values.ts'

/** Last backup, or last restore test. */
export const backupRun = z
  .object({
    at: instant.meta({ description: 'Time of the last attempt' }),
    wholeAt: instant.nullable().meta({ description: 'Time of the last success' }),
    backup: nullableText,
    size: z.int().nullable().meta({ description: 'Size of the last successful backup, in bytes' }),
    ok: z.boolean(),
    result: z.string(),
  })
  .meta({ id: 'Precaution' })
export type BackupRun = z.infer<typeof backupRun>
