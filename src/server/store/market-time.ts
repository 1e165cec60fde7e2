import type { Kysely } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { readMarketClock } from './market-clock.ts'
import type { Database } from './tables/tables.ts'

/** The database's clock as one server carries it on, so that the server's own clock decides nothing. */
export interface MarketTime {
  /** The present instant by the database's clock; by the server's own until the database has answered once. */
  now: () => Instant
  /**
   * Call it before asking the database for its instant; the returned function sets the clock by the answer. The
   * database read the instant between question and answer, so a process that slept in between does not set the clock
   * back.
   */
  ask: () => (at: Instant) => void
  /** An error message if the clocks of server and database differ too much for jobs to run; null if they agree. */
  trouble: () => string | null
  /** Milliseconds by which the server's clock is ahead of the database's. */
  ahead: () => number
}

const MOST_APART_MS = 60_000

interface Clocks {
  /** The server's own clock, in milliseconds since 1970; an administrator may set it to any value. */
  wall: () => number
  /** Milliseconds since a fixed instant, monotonic. */
  ticks: () => number
}

/** Starts carrying the database's clock on. Tests pass other clocks. */
export const openMarketTime = ({
  wall = Date.now,
  ticks = () => performance.now(),
}: Partial<Clocks> = {}): MarketTime => {
  let offset: number | undefined
  const market = (): number => (offset === undefined ? wall() : offset + ticks())
  const ahead = (): number => wall() - market()
  const text = (ms: number): Instant => new Date(ms).toISOString()
  return {
    now: () => text(market()),
    ask: () => {
      const asked = ticks()
      return at => {
        const read = Date.parse(at)
        const earliest = read - ticks()
        offset = Math.min(Math.max(offset ?? earliest, earliest), read - asked)
      }
    },
    ahead,
    trouble: () =>
      Math.abs(ahead()) <= MOST_APART_MS
        ? null
        : `The clocks differ by more than a minute: it is ${text(wall())} on this server and ${text(market())} in the database. ` +
          'Correct the wrong one (NTP keeps it right). Until then no scheduled job runs.',
  }
}

/** Asks the database for its instant and sets a server's clock by it. */
export const syncMarketTime = async (db: Kysely<Database>, time: MarketTime): Promise<void> => {
  const answered = time.ask()
  answered(await readMarketClock(db))
}
