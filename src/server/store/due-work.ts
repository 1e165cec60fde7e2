import { type Kysely, type RawBuilder, sql } from 'kysely'
import { startPollLoop } from '../process/loop.ts'
import { type MarketTime, openMarketTime } from './market-time.ts'
import type { Database } from './tables/tables.ts'

/** One kind of work: a condition in SQL, true while some is due, and the function that wakes its worker. */
interface WatchedWork {
  isDue: () => RawBuilder<boolean>
  wake: () => void
  /** Shortest time between two checks, in milliseconds; by default it is checked each time. */
  everyMs?: number
}

/**
 * Finds work that is due: one statement, twice a second, checks all kinds of work, so that an idle server asks little.
 * The same statement sets the server's clock by the database's.
 */
export interface DueWork {
  /** Wakes the worker at each check that finds work due, until the returned function is called. */
  watch: (work: WatchedWork) => () => void
}

const LOOK_MS = 500
/** Pause after which a loop looks for work itself, in case it was not woken. */
export const WOKEN_LOOP_REST_MS = 30_000

/** Opens the search for due work in a database. It asks as long as something is watched. */
export const openDueWork = (db: Kysely<Database>, time: MarketTime = openMarketTime()): DueWork => {
  const watched = new Map<WatchedWork, { askedMs: number }>()
  let looking: { stop: () => Promise<void> } | undefined
  const look = async (): Promise<boolean> => {
    const nowMs = performance.now()
    // Timers are not exact, so half an interval early counts as in time.
    const asked = [...watched].filter(
      ([{ everyMs = 0 }, { askedMs }]) => nowMs - askedMs >= everyMs - LOOK_MS / 2,
    )
    if (asked.length === 0) return false
    for (const [, state] of asked) state.askedMs = nowMs
    const answered = time.ask()
    const conditions = sql.join(asked.map(([{ isDue }]) => isDue()))
    const { rows } = await sql<{ at: string; due: (boolean | null)[] }>`
      select market_clock() as at, array[${conditions}]::boolean[] as due`.execute(db)
    const { at, due } = rows[0]!
    answered(at)
    for (const [nth, [work]] of asked.entries()) if (due[nth] && watched.has(work)) work.wake()
    return false
  }
  return {
    watch: work => {
      watched.set(work, { askedMs: -Infinity })
      // An outage of the database is reported by the loops, which look for themselves from time to time.
      looking ??= startPollLoop(look, { restMs: LOOK_MS, failed: () => {} })
      return () => {
        watched.delete(work)
        if (watched.size > 0) return
        looking?.stop().catch(() => {})
        looking = undefined
      }
    },
  }
}

/** Like `startPollLoop`, for a loop that is woken when its work is due. */
export const startWokenLoop = (
  dueWork: DueWork,
  { isDue, everyMs, failed }: Omit<WatchedWork, 'wake'> & { failed: (error: unknown) => void },
  step: (stopping: AbortSignal) => Promise<boolean>,
): { wake: () => void; stop: () => Promise<void> } => {
  const { wake, stop } = startPollLoop(step, { restMs: WOKEN_LOOP_REST_MS, failed })
  const unwatch = dueWork.watch({ isDue, wake, ...(everyMs !== undefined && { everyMs }) })
  return {
    wake,
    stop: () => {
      unwatch()
      return stop()
    },
  }
}
