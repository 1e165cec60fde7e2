import { poolOf } from '../store/database.ts'
import { gauge, type Measure } from './measure.ts'

/** The database as this server reaches it. */
export const measurePool: Measure = (registry, { facts, runtime }) => {
  // While the database is being asked for a scrape, the scrape itself takes a connection, or waits for one.
  const pool = async () => {
    await facts()
    return poolOf(runtime.store.db)
  }
  gauge(
    registry,
    { name: 'market_database_answers', help: 'Does the database answer in time (1) or not (0)?' },
    async () => Number((await facts()) !== undefined),
  )
  gauge(
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
  gauge(
    registry,
    { name: 'market_database_waiting', help: 'Who waits for a connection to the database' },
    async () => (await pool())?.waitingCount,
  )
}
