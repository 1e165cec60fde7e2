import { Counter } from 'prom-client'
import { gauge, type Measure } from './measure.ts'

/** Where what may be read from a replica was read. */
export const replicaReads = new Counter({
  name: 'market_replica_reads_total',
  help: 'What may be read from the replica of the database, by where it was read',
  labelNames: ['from'] as const,
  registers: [],
})
for (const from of ['replica', 'primary'] as const) replicaReads.inc({ from }, 0)

/** The replica, where there is one: how far it is behind, and whether it is of use. */
export const measureReplica: Measure = (registry, { replica }) => {
  if (!replica) return
  registry.registerMetric(replicaReads)
  gauge(
    registry,
    {
      name: 'market_replica_behind_seconds',
      help: 'By how much the replica may be behind; absent while it is away',
    },
    () => {
      const ms = replica.behind()
      return Number.isFinite(ms) ? ms / 1000 : undefined
    },
  )
}
