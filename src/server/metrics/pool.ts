import { countPoolConnections } from '../store/database.ts'
import { addGauge, type RegisterMetrics } from './measure.ts'

/** The connection pool of this server. */
export const measurePool: RegisterMetrics = (registry, { facts, runtime }) => {
  // During the query for a scrape, the scrape itself uses a connection or waits for one.
  const pool = async () => {
    await facts()
    return countPoolConnections(runtime.store.db)
  }
  addGauge(
    registry,
    { name: 'market_database_answers', help: '1 if the database answers in time, otherwise 0' },
    async () => Number((await facts()) !== undefined),
  )
  addGauge(
    registry,
    {
      name: 'market_database_connections',
      help: 'Connections of this server to the database',
      label: 'state',
    },
    async () => {
      const now = await pool()
      return { used: now && now.totalCount - now.idleCount, idle: now?.idleCount }
    },
  )
  addGauge(
    registry,
    { name: 'market_database_waiting', help: 'Requests that wait for a database connection' },
    async () => (await pool())?.waitingCount,
  )
}
