import { addMinutes, type Instant } from '@credit-market/values/dates'
import { readLastVerification } from './noted.ts'
import { verifyRunningMarket } from './market-now.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

/** An integrity check that takes longer runs only at night: at two in the morning few people wait for the processor. */
const LONG_MS = 600_000
const AFTER_MIDNIGHT_MINUTES = 120
/** The schedule runs every hour, and at every start of a server. */
const ALMOST_AN_HOUR_MINUTES = 55

const nightOf = (moment: Instant): string => addMinutes(moment, -AFTER_MIDNIGHT_MINUTES).slice(0, 10)

/**
 * Runs the integrity check every hour, or every night if it takes long; stores the result for `/metrics` and the system
 * page, and notifies administrators of differences.
 */
export const integrityCheckJob: ScheduledJob = {
  name: 'verify',
  atAnyTime: true,
  run: async ({ runtime: { store, now }, files, stopping }) => {
    const last = await readLastVerification(store.db)
    const isDue =
      !last ||
      // It was recorded while the clock was wrong.
      last.at > now() ||
      (last.tookMs < LONG_MS
        ? addMinutes(last.at, ALMOST_AN_HOUR_MINUTES) <= now()
        : nightOf(last.at) !== nightOf(now()))
    if (!isDue) return
    const { differences, more } = await verifyRunningMarket({
      ...{ store, files, now: now() },
      ...(stopping && { signal: stopping }),
    })
    return { differences: differences.length + more }
  },
}
