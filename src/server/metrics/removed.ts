import { Counter } from 'prom-client'
import { FLEETING } from '#domain/retention'
import type { Measure } from './measure.ts'

/** What this process took away because its time was over. */
export const removedRows = new Counter({
  name: 'market_removed_rows_total',
  help: 'Rows taken away because their time was over, by this server',
  labelNames: ['kind'] as const,
  registers: [],
})
// A rate needs a nought to rise from.
for (const kind of FLEETING) removedRows.inc({ kind }, 0)

/** What ends. */
export const measureRemoved: Measure = registry => registry.registerMetric(removedRows)
