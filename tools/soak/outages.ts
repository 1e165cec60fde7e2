import { rest } from './asking.ts'
import { type RunningFleet, RECEIVER_HOSTS } from './fleet.ts'

/** A time of trouble: it is begun, lasts, and ends. */
export interface Outage {
  name: string
  seconds: number
  begin: () => Promise<void> | void
  end: () => Promise<void> | void
  /** A server that must say that it is not ready while it lasts, or that must go on. */
  not?: 'A' | 'B'
}

const HOUR = 3600
const DAY = 24 * HOUR
const AWAY_SECONDS = 25
const FULL_SECONDS = 20
/** Free megabytes at which one server refuses changes and the other does not. */
const NEARLY_FULL = 16

/** Plans every outage, in order. */
export const planOutages = (fleet: RunningFleet): Outage[] => {
  const { names, clock, disks, places } = fleet
  const [, b] = places
  const unknown = (host: string, what: string): Outage => ({
    name: `the host of ${what} does not resolve`,
    seconds: AWAY_SECONDS,
    begin: () => names.forget(host),
    end: () => names.remember(host),
  })
  const offBy = (seconds: number, words: string): Outage[] => [
    {
      name: `the clock of B jumps ${words}`,
      seconds: AWAY_SECONDS,
      begin: () => clock.set(seconds),
      end: () => clock.set(0),
      not: 'B',
    },
    {
      name: `B starts with its clock ${words}`,
      seconds: AWAY_SECONDS,
      begin: async () => {
        await fleet.end(b, 'SIGKILL')
        clock.set(seconds)
        fleet.start(b)
      },
      end: () => clock.set(0),
      not: 'B',
    },
  ]
  const full = (name: string, disk: keyof typeof disks, leaves: number): Outage => ({
    name,
    seconds: FULL_SECONDS,
    begin: () => disks[disk].fill(leaves),
    end: () => disks[disk].empty(),
  })
  return [
    unknown(RECEIVER_HOSTS.webhooks, 'webhooks'),
    unknown(RECEIVER_HOSTS.mail, 'email'),
    ...(clock.env
      ? [
          ...offBy(HOUR, 'an hour ahead'),
          ...offBy(-HOUR, 'an hour behind'),
          ...offBy(800 * DAY, '800 days ahead'),
          ...offBy(-800 * DAY, '800 days behind'),
        ]
      : []),
    full('the disk of documents and logs is nearly full', 'data', NEARLY_FULL),
    full('the disk of documents and logs is full', 'data', 0),
    full('the disk of the database is full', 'database', 0),
  ]
}

/** Runs an outage and waits until both servers are ready again; returns the errors found. */
export const suffer = async (
  { name, seconds, begin, end, not }: Outage,
  fleet: RunningFleet,
): Promise<string | undefined> => {
  const place = fleet.places.find(one => one.name === not)
  await begin()
  let isFault = false
  try {
    await rest(seconds * 1000)
    isFault = place?.isReady === true
  } finally {
    await end()
  }
  await rest(2000)
  await fleet.untilReady()
  return isFault ? `${name}: the server was still ready after ${seconds} s` : undefined
}
