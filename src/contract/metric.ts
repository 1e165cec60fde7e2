import { z } from 'zod'
import { CONDITIONS } from '#domain/habitat'
import { DELIVERIES } from '#domain/metric/delivery'
import { SIGNIFICANCES } from '#domain/metric/significance'
import { maybeText, units } from './values.ts'

/** Units worked out by the statutory metric, with every figure that goes into them. */
const working = z
  .object({
    units,
    years: z.int().nullable().meta({
      description: 'Until the habitat has its condition, 32 for more than thirty; null of what is there',
    }),
    formula: z.string(),
    factors: z.array(
      z.object({
        name: z.string(),
        value: z.string().meta({ description: 'As it is multiplied, to the last digit' }),
        from: z.string().meta({ description: 'What it follows from' }),
        source: z.string().meta({ description: 'Where it stands' }),
      }),
    ),
  })
  .meta({ id: 'Working' })

/** What the metric gives, or why it gives nothing. */
export const worked = z.object({ working: working.nullable(), refused: maybeText }).meta({ id: 'Worked' })
export type WorkedView = z.infer<typeof worked>

/** What the metric must know of a supplied habitat besides its type, size and condition, and what it gives for it. */
export const byMetric = {
  strategicSignificance: z.enum(SIGNIFICANCES).nullable(),
  delivery: z.enum(DELIVERIES).nullable(),
  baselineHabitat: maybeText.meta({ description: 'What was there before, of the statutory metric' }),
  baselineCondition: z.enum(CONDITIONS).nullable(),
  yearsInAdvance: z.int().nullable(),
  yearsOfDelay: z.int().nullable(),
  metric: z
    .object({ delivered: worked, baseline: worked.nullable() })
    .nullable()
    .meta({ description: 'What the statutory metric gives for the habitat, beside what was typed' }),
}
