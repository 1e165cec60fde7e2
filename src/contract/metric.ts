import { z } from 'zod'
import { maybeText, units } from './values.ts'

/** Units worked out by the statutory metric, with every figure that goes into them. */
export const working = z
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
