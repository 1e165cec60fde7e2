import { Gauge, type Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { Facts } from './facts.ts'
import { within } from './within.ts'

/** What is measured is found out from these. */
export interface Measured {
  app: FastifyInstance
  runtime: Pick<Runtime, 'store' | 'now' | 'time'>
  config: Pick<Config, 'dataDir'>
  /** A replica, by the milliseconds that it may be behind. */
  replica?: { behind: () => number }
  /** What the database says of itself just now; undefined while it does not answer in time. */
  facts: () => Promise<Facts | undefined>
}

/** Registers what is counted and measured of one subject. */
export type Measure = (registry: Registry, measured: Measured) => void

// Longer than that for the database, so that it can be said that it does not answer.
const LONGEST_WAIT = 2000

/** A figure, or several that are told apart by the value of one label. */
type Reading<Label> = Label extends string ? Record<string, number | undefined> : number | undefined

/**
 * A gauge that is read anew for each scrape. What cannot be found out in time is left out: an absent figure can be told
 * from a true one, a nought cannot.
 */
export const gauge = <const Label extends string | undefined = undefined>(
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
      const reading = await within(LONGEST_WAIT, async () => read())
      labelled.reset()
      if (label === undefined) labelled.remove()
      if (typeof reading === 'number') labelled.set(reading)
      else
        for (const [value, figure] of Object.entries(reading ?? {}))
          if (label !== undefined && figure !== undefined) labelled.labels(value).set(figure)
    },
  })
}
