import { collectDefaultMetrics, Registry } from 'prom-client'
import { measureClock } from './clock.ts'
import { measureDisk } from './disk.ts'
import { openFacts } from './facts.ts'
import { measureKeeping } from './kept.ts'
import { measureMatches } from './matches.ts'
import type { Measure, Measured } from './measure.ts'
import { measurePool } from './pool.ts'
import { measurePublicAnswers } from './public-answers.ts'
import { measureQueues } from './queue.ts'
import { measureRemoved } from './removed.ts'
import { measureReplica } from './replica.ts'
import { measureRequests } from './requests.ts'
import { measureStreams } from './streams.ts'
import { measureWebhooks } from './webhooks.ts'

const MEASURES: readonly Measure[] = [
  measureRequests,
  measureStreams,
  measurePublicAnswers,
  measureQueues,
  measureWebhooks,
  measureMatches,
  measureKeeping,
  measureRemoved,
  measurePool,
  measureReplica,
  measureDisk,
  measureClock,
]

/** All that is measured of this server, in the words of Prometheus. */
export const openMetrics = (context: Omit<Measured, 'facts'>): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Which version of Node answers is nobody's business outside.
  registry.removeSingleMetric('nodejs_version_info')
  const measured = { ...context, facts: openFacts(context.runtime.store.db) }
  for (const measure of MEASURES) measure(registry, measured)
  return registry
}
