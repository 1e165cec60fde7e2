import { Gauge } from 'prom-client'
import type { Measure } from './measure.ts'

/** Pages that are being told of changes by this process. */
export const openStreams = new Gauge({
  name: 'market_event_streams',
  help: 'Open streams of changes to pages',
  registers: [],
})

/** How many pages are open and listen. */
export const measureStreams: Measure = registry => registry.registerMetric(openStreams)
