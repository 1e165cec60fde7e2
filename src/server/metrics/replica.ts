import { Counter } from 'prom-client'
import { addGauge, type RegisterMetrics } from './measure.ts'

/** Reads that a replica may answer, by where they were answered. */
export const replicaReads = new Counter({
  name: 'market_replica_reads_total',
  help: 'Reads that the replica may answer, by the database that answered them',
  labelNames: ['from'] as const,
  registers: [],
})
for (const from of ['replica', 'primary'] as const) replicaReads.inc({ from }, 0)

/** Lag of the replica, if there is one, and whether it is in use. */
export const measureReplica: RegisterMetrics = (registry, { replica }) => {
  if (!replica) return
  registry.registerMetric(replicaReads)
  addGauge(
    registry,
    {
      name: 'market_replica_behind_seconds',
      help: 'How far the replica may be behind; absent while it is unavailable',
    },
    () => {
      const ms = replica.behind()
      return Number.isFinite(ms) ? ms / 1000 : undefined
    },
  )
}
