import { Histogram } from 'prom-client'
import type { Measure } from './measure.ts'

/** How long the engine worked in this process, by what came of it: solved, failed or cancelled. */
export const matchSeconds = new Histogram({
  name: 'market_match_seconds',
  help: 'How long matches took that ended here',
  labelNames: ['outcome'] as const,
  buckets: [0.1, 1, 5, 15, 60, 300, 900, 1800, 3600],
  registers: [],
})
for (const outcome of ['solved', 'failed', 'cancelled'] as const) matchSeconds.zero({ outcome })

/** How long matches take. */
export const measureMatches: Measure = registry => registry.registerMetric(matchSeconds)
