import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Instant } from '#domain/dates'
import { pollLoop } from '../loop.ts'
import { replicaReads } from '../metrics/replica.ts'
import { connect } from './database.ts'
import { openFreshness } from './freshness.ts'
import { FOR_REPLICAS } from './limits.ts'
import { openStore, type Store } from './store.ts'
import type { Database } from './tables.ts'
import { troubleOf } from './trouble.ts'

/** What is only read, at some moment. */
export interface Reading {
  store: Pick<Store, 'db' | 'read'>
  now: () => Instant
}

/** Asks something where it is stored. It may be asked twice, so it must do nothing but read. */
export type Reads = <T>(work: (from: Reading) => Promise<T>) => Promise<T>

/** A copy of the database that is read in its place while it is near. */
export interface Replica {
  /** Asks the copy while it is near and answers, and the primary otherwise. */
  ask: Reads
  /** The milliseconds by which it may be behind; for ever where it is away. */
  behind: () => number
  stop: () => Promise<void>
}

/** A copy that may be further behind than this is not asked. */
export const MOST_BEHIND_MS = 10_000
const LOOK_MS = 1000

/** Opens the copy that is reached so; the primary is asked every second how far it has written, and the copy how far it has got. */
export const openReplica = (
  primary: Reading,
  reach: pg.PoolConfig,
  warn: (error: Error) => void,
  clock: () => number = () => performance.now(),
): Replica => {
  const db = connect(reach, warn, FOR_REPLICAS)
  const copy: Reading = { store: openStore(db), now: primary.now }
  const freshness = openFreshness()
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
  const looking = pollLoop(look, { restMs: LOOK_MS, failed: () => {} })
  const fromPrimary: Reads = work => {
    replicaReads.inc({ from: 'primary' })
    return work(primary)
  }
  return {
    behind,
    ask: async work => {
      if (behind() > MOST_BEHIND_MS) return fromPrimary(work)
      try {
        const answer = await work(copy)
        replicaReads.inc({ from: 'replica' })
        return answer
      } catch (error) {
        if (!isOfTheCopy(error)) throw error
        if (troubleOf(error)) freshness.lost()
        return fromPrimary(work)
      }
    },
    stop: async () => {
      await looking.stop()
      await db.destroy()
    },
  }
}

/** A copy breaks off what reads rows that the primary has cleared away since. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === '40001'

/** Is it the copy that fails, rather than what is asked of it? What is too slow there is too slow elsewhere. */
const isOfTheCopy = (error: unknown): boolean => {
  const trouble = troubleOf(error)
  return trouble ? trouble.kind !== 'slow' : isBrokenOff(error)
}

interface Place {
  /** By which a database server is told from all others; its copies have the same. */
  system: string
  database: string
  isCopy: boolean
  /** How far it has written or, being a copy, got: bytes of the log. */
  position: number
}

const placeOf = async (db: Kysely<Database>): Promise<Place> => {
  const { rows } = await sql<Place>`
    select (select system_identifier::text from pg_control_system()) as system, current_database()::text as database,
      pg_is_in_recovery() as is_copy, (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
        else pg_current_wal_lsn() end) - '0/0' as position`.execute(db)
  return rows[0]!
}
