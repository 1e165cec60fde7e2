import { addMinutes, type Instant } from '#domain/dates'
import { lastVerification } from '../verify/noted.ts'
import { verifyMarket } from '../verify/market-now.ts'
import type { Job } from './schedule.ts'

/** One that took longer is done at night only: at two in the morning few people wait for the processor. */
const LONG_MS = 600_000
const AFTER_MIDNIGHT_MINUTES = 120
/** The schedule runs every hour, and at every start of a server. */
const ALMOST_AN_HOUR_MINUTES = 55

const nightOf = (moment: Instant): string => addMinutes(moment, -AFTER_MIDNIGHT_MINUTES).slice(0, 10)

/**
 * Every hour, or every night where it takes long, the whole market is verified; what came of it is noted, where `/metrics` and the
 * page of the system find it, and administrators are told of what differs.
 */
export const verifyTheMarket: Job = {
  name: 'verify',
  atAnyTime: true,
  run: async ({ runtime: { store, now }, files, stopping }) => {
    const last = await lastVerification(store.db)
    const isDue =
      !last ||
      // It was noted while the clock was wrong.
      last.at > now() ||
      (last.tookMs < LONG_MS
        ? addMinutes(last.at, ALMOST_AN_HOUR_MINUTES) <= now()
        : nightOf(last.at) !== nightOf(now()))
    if (!isDue) return
    const { differences, more } = await verifyMarket({
      ...{ store, files, now: now() },
      ...(stopping && { signal: stopping }),
    })
    return { differences: differences.length + more }
  },
}
