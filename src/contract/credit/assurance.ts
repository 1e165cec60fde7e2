import { z } from 'zod'
import { ASSURANCES, type Assurance } from '#domain/case/unit-failure'
import type { StatusTone } from '../kit/noun.ts'
import { day, units } from '../kit/values.ts'

/** Assurance of some units. */
export const assurance = z.enum(ASSURANCES).meta({
  id: 'Assurance',
  description:
    'Whether the units can be relied on: `inDoubt` while a failure is looked into or put right, `failed` if what they rest on is not delivered, `replaced` if other units have taken their place',
})

/** Tone in which each assurance is shown. */
export const ASSURANCE_TONES: Record<Assurance, StatusTone> = {
  sound: 'good',
  replaced: 'info',
  inDoubt: 'warn',
  failed: 'bad',
}

/** Units that are not sound, by serial. */
const unsoundUnits = z
  .object({
    assurance: assurance.exclude(['sound']),
    serial: z.string(),
    units,
    since: day,
    until: day.nullable().meta({ description: 'Day after the last one; null if for ever' }),
    replacedBy: z
      .string()
      .nullable()
      .meta({ description: 'Serial of the units that replace them; null if none do' }),
  })
  .meta({ id: 'UnsoundUnits' })

/** Units that replace failed ones, by serial. */
export const replacingUnits = z
  .object({
    serial: z.string(),
    units,
    replaces: z.string().meta({ description: 'Serial of the failed units' }),
    since: day,
    until: day.nullable().meta({ description: 'Day after the last one; null if for ever' }),
  })
  .meta({ id: 'ReplacingUnits' })

/** Fields of everything that consists of units: the assurance of the worst of them, and those that are not sound. */
export const assuranceFields = {
  assurance: assurance.meta({ description: 'Assurance of the units together: that of the worst' }),
  unsound: z.array(unsoundUnits).meta({ description: 'Units that are not sound; empty if all are' }),
}
export type AssuranceView = z.infer<z.ZodObject<typeof assuranceFields>>
