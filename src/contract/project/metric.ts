import { z } from 'zod'
import { CONDITIONS } from '@credit-market/habitat-metric/habitat'
import { DELIVERY_METHODS } from '@credit-market/habitat-metric/delivery'
import { SIGNIFICANCES } from '@credit-market/habitat-metric/significance'
import { nullableText, units } from '../kit/values.ts'

/** Units by the statutory metric, with all figures of the calculation. */
const working = z
  .object({
    units,
    years: z.int().nullable().meta({
      description:
        'Years until the habitat reaches its condition, 32 for more than thirty; null for an existing habitat',
    }),
    formula: z.string(),
    factors: z.array(
      z.object({
        name: z.string(),
        value: z.string().meta({ description: 'Exact value of the factor' }),
        from: z.string().meta({ description: 'Answer from which the factor follows' }),
        source: z.string().meta({ description: 'Source of the factor' }),
      }),
    ),
  })
  .meta({ id: 'Working' })

/** Result of the metric, or the reason why there is none. */
export const metricResult = z
  .object({ working: working.nullable(), refused: nullableText })
  .meta({ id: 'Worked' })
export type MetricResult = z.infer<typeof metricResult>

/** Further input of the metric for a supplied habitat, and its result. */
export const metricFields = {
  strategicSignificance: z.enum(SIGNIFICANCES).nullable(),
  delivery: z.enum(DELIVERY_METHODS).nullable(),
  baselineHabitat: nullableText.meta({ description: 'Earlier habitat, as named in the statutory metric' }),
  baselineCondition: z.enum(CONDITIONS).nullable(),
  yearsInAdvance: z.int().nullable(),
  yearsOfDelay: z.int().nullable(),
  metric: z.object({ delivered: metricResult, baseline: metricResult.nullable() }).nullable().meta({
    description: 'Result of the statutory metric for the habitat, in addition to the typed figures',
  }),
}
