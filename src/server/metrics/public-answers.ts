import { Counter } from 'prom-client'
import type { Measure } from './measure.ts'

/** Answers to whoever has not signed in, by what they took: `unchanged` was not sent again, `kept` was there, `drawn` was made. */
export const publicAnswers = new Counter({
  name: 'market_public_answers_total',
  help: 'Answers to anybody: not sent again (unchanged), sent as they were kept, or drawn anew',
  labelNames: ['how'] as const,
  registers: [],
})
// A rate needs a nought to rise from.
for (const how of ['unchanged', 'kept', 'drawn'] as const) publicAnswers.inc({ how }, 0)

/** How often what is public had to be drawn. */
export const measurePublicAnswers: Measure = registry => registry.registerMetric(publicAnswers)
