import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Instant } from '@credit-market/values/dates'
import { startPollLoop } from '../process/loop.ts'
import { replicaReads } from '../metrics/replica.ts'
import { connectDatabase } from '../store/database.ts'
import { openReplicaFreshness } from '../store/freshness.ts'
import { REPLICA_TIME_LIMITS } from '../store/limits.ts'
import { openStore, type Store } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'
import { findDatabaseOutage } from '../process/trouble.ts'

/** The store for reading, with a clock. */
export interface ReadOnlyStore {
  store: Pick<Store, 'db' | 'read'>
  now: () => Instant
}

/** Runs a query where the data is stored. The work may run twice, so it must only read. */
export type RunReadQuery = <T>(work: (from: ReadOnlyStore) => Promise<T>) => Promise<T>

/** A read replica that is used while it is close to the primary. */
export interface ReadReplica {
  /** Reads from the replica while it is reachable and at most this many milliseconds behind, else from the primary. */
  ask: <T>(work: (from: ReadOnlyStore) => Promise<T>, maxLagMs: number) => Promise<T>
  /** Lag in milliseconds; infinite while the replica is unreachable. */
  behind: () => number
  stop: () => Promise<void>
}

/** A replica with a larger lag than this, in milliseconds, is not used for public data and the registry. */
export const MAX_REPLICA_LAG_MS = 10_000
/** The same for what people see of their own work; a replica without lag is known to be a second behind at most. */
export const MAX_WORKING_LAG_MS = 3000
const LOOK_MS = 1000

/**
 * Opens the replica at an address. Every second, compares the primary's write position with the replica's replay
 * position.
 */
export const openReadReplica = (
  primary: ReadOnlyStore,
  reach: pg.PoolConfig,
  warn: (error: Error) => void,
  clock: () => number = () => performance.now(),
): ReadReplica => {
  const db = connectDatabase(reach, warn, REPLICA_TIME_LIMITS)
  const copy: ReadOnlyStore = { store: openStore(db), now: primary.now }
  const freshness = openReplicaFreshness()
  const behind = () => freshness.behind(clock())
  const look = async (): Promise<boolean> => {
    const at = clock()
    const here = await placeOf(primary.store.db)
    freshness.written(at, here.position)
    const there = await placeOf(db).catch(() => undefined)
    if (there?.isCopy && there.system === here.system && there.database === here.database)
      freshness.replayed(there.position)
    else freshness.lost()
    return false
  }
  const looking = startPollLoop(look, { restMs: LOOK_MS, failed: () => {} })
  const fromPrimary: RunReadQuery = work => {
    replicaReads.inc({ from: 'primary' })
    return work(primary)
  }
  return {
    behind,
    ask: async (work, maxLagMs) => {
      if (behind() > maxLagMs) return fromPrimary(work)
      try {
        const answer = await work(copy)
        replicaReads.inc({ from: 'replica' })
        return answer
      } catch (error) {
        if (!isOfTheCopy(error)) throw error
        if (findDatabaseOutage(error)) freshness.lost()
        return fromPrimary(work)
      }
    },
    stop: async () => {
      await looking.stop()
      await db.destroy()
    },
  }
}

/** Replicas cancel queries whose rows the primary has already vacuumed. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === '40001'

/** True if the replica fails rather than the query. A query that is too slow there is too slow on the primary too. */
const isOfTheCopy = (error: unknown): boolean => {
  const trouble = findDatabaseOutage(error)
  return trouble ? trouble.kind !== 'slow' : isBrokenOff(error)
}

interface Place {
  /** Identifier of the database cluster; replicas have the same as their primary. */
  system: string
  database: string
  isCopy: boolean
  /** Bytes of the write-ahead log that were written or, on a replica, replayed. */
  position: number
}

const placeOf = async (db: Kysely<Database>): Promise<Place> => {
  const { rows } = await sql<Place>`
    select (select system_identifier::text from pg_control_system()) as system, current_database()::text as database,
      pg_is_in_recovery() as is_copy, (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
        else pg_current_wal_lsn() end) - '0/0' as position`.execute(db)
  return rows[0]!
}
