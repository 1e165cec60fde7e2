import { collectDefaultMetrics, Registry } from 'prom-client'
import { measureClock, measureDisk } from './machine.ts'
import { openDatabaseFigures } from './facts.ts'
import { measureRecordProtection } from './kept.ts'
import { measureProcessCounters } from './counted.ts'
import type { RegisterMetrics, MetricSources } from './measure.ts'
import { measurePool } from './pool.ts'
import { measureQueues } from './queue.ts'
import { measureReplica } from './replica.ts'
import { measureRequests } from './requests.ts'
import { measureWebhooks } from './webhooks.ts'

const MEASURES: readonly RegisterMetrics[] = [
  measureRequests,
  measureProcessCounters,
  measureQueues,
  measureWebhooks,
  measureRecordProtection,
  measurePool,
  measureReplica,
  measureDisk,
  measureClock,
]

/** All metrics of this server, in the format of Prometheus. */
export const openMetrics = (context: Omit<MetricSources, 'facts'>): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // The version of Node is not disclosed.
  registry.removeSingleMetric('nodejs_version_info')
  const measured = { ...context, facts: openDatabaseFigures(context.runtime.store.db) }
  for (const measure of MEASURES) measure(registry, measured)
  return registry
}
