import { z } from 'zod'
import { instant } from '../kit/values.ts'

/** Last integrity check (`npm run verify`). */
export const systemVerification = z
  .object({
    at: instant,
    ok: z.boolean(),
    faults: z.int().meta({ description: 'Number of differences' }),
    wholeAt: instant.nullable().meta({ description: 'Time of the last check without differences' }),
    tookMs: z.int().meta({ description: 'Duration in milliseconds' }),
    parts: z.array(
      z.object({
        name: z.string(),
        looked: z.int().meta({ description: 'Number of items checked' }),
        differences: z.int(),
      }),
    ),
    differences: z
      .array(z.object({ part: z.string(), what: z.string(), why: z.string() }))
      .meta({ description: 'First hundred differences' }),
  })
  .meta({ id: 'SystemVerification' })
export type SystemVerification = z.infer<typeof systemVerification>

/** Progress of verifying new entries on arrival, between integrity checks. */
export const systemVerificationProgress = z
  .object({
    seq: z.int().meta({ description: 'Number of the last verified log entry' }),
    at: instant,
  })
  .meta({ id: 'SystemVerifiedUpTo' })
export type SystemVerificationProgress = z.infer<typeof systemVerificationProgress>
