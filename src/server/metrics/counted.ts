import { Counter, Gauge, Histogram } from 'prom-client'
import { EXPIRING_DATA_KINDS } from '#domain/disclosure/retention'
import type { RegisterMetrics } from './measure.ts'

/** Open streams of server-sent events in this process. */
export const openStreamsGauge = new Gauge({
  name: 'market_event_streams',
  help: 'Open streams of server-sent events',
  registers: [],
})

/**
 * Answers to visitors by effort: `unchanged` was not sent again, `kept` came from the cache, `drawn` was rendered.
 */
export const publicAnswersCounter = new Counter({
  name: 'market_public_answers_total',
  help: 'Public answers: unchanged (not sent again), sent from the cache, or rendered',
  labelNames: ['how'] as const,
  registers: [],
})
// A rate needs an initial zero.
for (const how of ['unchanged', 'kept', 'drawn'] as const) publicAnswersCounter.inc({ how }, 0)

/** Run time of the engine in this process, by result: solved, failed or cancelled. */
export const matchSecondsHistogram = new Histogram({
  name: 'market_match_seconds',
  help: 'How long matches that ended on this server took',
  labelNames: ['outcome'] as const,
  buckets: [0.1, 1, 5, 15, 60, 300, 900, 1800, 3600],
  registers: [],
})
for (const outcome of ['solved', 'failed', 'cancelled'] as const) matchSecondsHistogram.zero({ outcome })

/** Rows that this process deleted at the end of their retention. */
export const removedRowsCounter = new Counter({
  name: 'market_removed_rows_total',
  help: 'Rows deleted by this server at the end of their retention period',
  labelNames: ['kind'] as const,
  registers: [],
})
// A rate needs an initial zero.
for (const kind of EXPIRING_DATA_KINDS) removedRowsCounter.inc({ kind }, 0)

/** Counters that this process updates while it works. */
export const measureProcessCounters: RegisterMetrics = registry => {
  registry.registerMetric(openStreamsGauge)
  registry.registerMetric(publicAnswersCounter)
  registry.registerMetric(matchSecondsHistogram)
  registry.registerMetric(removedRowsCounter)
}
