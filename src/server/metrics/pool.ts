import { poolOf } from '../store/database.ts'
import { gauge, type Measure } from './measure.ts'

/** The database as this server reaches it. */
export const measurePool: Measure = (registry, { facts, runtime }) => {
  const { db } = runtime.store
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
    () => {
      const pool = poolOf(db)
      return { used: pool && pool.totalCount - pool.idleCount, idle: pool?.idleCount }
    },
  )
  gauge(
    registry,
    { name: 'market_database_waiting', help: 'Who waits for a connection to the database' },
    () => poolOf(db)?.waitingCount,
  )
}
