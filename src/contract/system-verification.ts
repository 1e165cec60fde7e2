import { z } from 'zod'
import { instant } from './values.ts'

/** The last time that the whole market was verified (`npm run verify`). */
export const systemVerification = z
  .object({
    at: instant,
    ok: z.boolean(),
    faults: z.int().meta({ description: 'How many things differ from what they should be' }),
    wholeAt: instant.nullable().meta({ description: 'When nothing differed last' }),
    tookMs: z.int().meta({ description: 'For how many milliseconds it was at it' }),
    parts: z.array(
      z.object({
        name: z.string(),
        looked: z.int().meta({ description: 'At how many things' }),
        differences: z.int(),
      }),
    ),
    differences: z
      .array(z.object({ part: z.string(), what: z.string(), why: z.string() }))
      .meta({ description: 'The first hundred of what differs' }),
  })
  .meta({ id: 'SystemVerification' })
export type SystemVerification = z.infer<typeof systemVerification>

/** How far what came was verified as it came, between verifications of the whole market. */
export const systemVerifiedUpTo = z
  .object({
    seq: z.int().meta({ description: 'The number of the last entry of the log that was verified' }),
    at: instant,
  })
  .meta({ id: 'SystemVerifiedUpTo' })
export type SystemVerifiedUpTo = z.infer<typeof systemVerifiedUpTo>
