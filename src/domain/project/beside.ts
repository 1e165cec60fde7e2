import type { MetricCalculation } from '@credit-market/habitat-metric/worked-out'
import type { TypedPointWithAreas } from '../place/asked.ts'

/** Live feedback on an answer: a sentence, figures with their working, or a point whose areas the browser looks up. */
export type FieldFeedback = string | MetricCalculation | TypedPointWithAreas
