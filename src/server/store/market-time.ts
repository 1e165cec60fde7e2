import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import { marketClock } from './market-clock.ts'
import type { Database } from './tables.ts'

/** The database's clock as one server carries it on, so that the server's own clock decides nothing. */
export interface MarketTime {
  /** The current instant by the database's clock; by the server's own until the database has been heard. */
  now: () => Instant
  /**
   * Call it before the database is asked for its instant; what it returns sets the clock by the answer. The instant was read
   * somewhere between question and answer, so a process that slept in between does not put the clock back.
   */
  ask: () => (at: Instant) => void
  /** Says in words that the clocks of server and database differ too much for jobs to run; null while they agree. */
  trouble: () => string | null
  /** How many milliseconds the server's clock is ahead of the database's. */
  ahead: () => number
}

const MOST_APART_MS = 60_000

interface Clocks {
  /** The server's own clock, in milliseconds since 1970; anybody may set it to anything. */
  wall: () => number
  /** Milliseconds since some fixed instant; nobody can set it. */
  ticks: () => number
}

/** Begins to carry the database's clock on. Tests give other clocks. */
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
          'Set the one that is wrong (NTP keeps it right); until then no scheduled job runs.',
  }
}

/** Asks the database for its instant and sets a server's clock by it. */
export const hearMarketClock = async (db: Kysely<Database>, time: MarketTime): Promise<void> => {
  const answered = time.ask()
  answered(await marketClock(db))
}
