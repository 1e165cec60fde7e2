import { Gauge, type Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../process/config.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { resultWithinTimeLimit, type DatabaseFigures } from './facts.ts'

/** Sources of the metrics. */
export interface MetricSources {
  app: FastifyInstance
  runtime: Pick<ActionRuntime, 'store' | 'now' | 'time'>
  config: Pick<ServerConfig, 'dataDir'>
  /** A replica with its lag in milliseconds. */
  replica?: { behind: () => number }
  /** Current figures of the database; undefined while it does not answer in time. */
  facts: () => Promise<DatabaseFigures | undefined>
}

/** Registers the counters and gauges of one subject. */
export type RegisterMetrics = (registry: Registry, measured: MetricSources) => void

// Longer than the limit of the database, so that its failure can be reported.
const LONGEST_WAIT = 2000

/** A value, or several that differ in one label. */
type Reading<Label> = Label extends string ? Record<string, number | undefined> : number | undefined

/**
 * A gauge that is read for each scrape. Values that cannot be read in time are left out: an absent value is visibly
 * missing, a zero would look true.
 */
export const addGauge = <const Label extends string | undefined = undefined>(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label?: Label },
  read: () => Reading<Label> | Promise<Reading<Label> | undefined> | undefined,
): void => {
  const labelled = new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect: async () => {
      const reading = await resultWithinTimeLimit(LONGEST_WAIT, async () => read())
      labelled.reset()
      if (label === undefined) labelled.remove()
      if (typeof reading === 'number') labelled.set(reading)
      else
        for (const [value, figure] of Object.entries(reading ?? {}))
          if (label !== undefined && figure !== undefined) labelled.labels(value).set(figure)
    },
  })
}
