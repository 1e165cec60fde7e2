import type { Instant } from '#domain/dates'

/** The database's clock as one server carries it on, so that the server's own clock decides nothing. */
export interface MarketTime {
  /** The current instant by the database's clock; by the server's own until the database has been heard. */
  now: () => Instant
  /** Sets the clock by an instant that the database has just answered. */
  hear: (at: Instant) => void
  /** Says in words that the clocks of server and database differ too much for jobs to run; null while they agree. */
  trouble: () => string | null
  /** How many milliseconds the server's clock is ahead of the database's. */
  ahead: () => number
}

const MOST_APART_MS = 60_000
/** Answers of the database take a while to come: the clock is not set anew for differences below this. */
const TOLERANCE_MS = 500

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
    hear: at => {
      const heard = Date.parse(at) - ticks()
      if (offset === undefined || Math.abs(heard - offset) > TOLERANCE_MS) offset = heard
    },
    ahead,
    trouble: () =>
      Math.abs(ahead()) <= MOST_APART_MS
        ? null
        : `The clocks differ by more than a minute: it is ${text(wall())} on this server and ${text(market())} in the database. ` +
          'Set the one that is wrong (NTP keeps it right); until then no scheduled job runs.',
  }
}
