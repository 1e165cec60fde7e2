import { addMinutes, type Instant } from '@credit-market/values/dates'
import type { SystemVerification } from '#contract/system/system-verification'
import { readAdditionsVerifiedAt, readLastVerification } from './noted.ts'
import { verifyAdditions, verifyRunningMarket } from './market-now.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

/** Everything is verified at two in the morning, when few people wait for the database. */
const AFTER_MIDNIGHT_MINUTES = 120
/** The schedule runs every hour on each server, and at every start of one. */
const ALMOST_AN_HOUR_MINUTES = 55
/** While something differs, an integrity check that takes no longer is repeated every hour, so that a repair shows. */
const LONG_MS = 600_000

const nightOf = (moment: Instant): string => addMinutes(moment, -AFTER_MIDNIGHT_MINUTES).slice(0, 10)

/** True if it is an hour since this time, or if it was recorded while the clock was wrong. */
const isHourSince = (then: Instant, now: Instant): boolean =>
  then > now || addMinutes(then, ALMOST_AN_HOUR_MINUTES) <= now

const isWholeDue = (last: SystemVerification, now: Instant): boolean =>
  last.at > now ||
  nightOf(last.at) !== nightOf(now) ||
  (!last.ok && last.tookMs < LONG_MS && isHourSince(last.at, now))

/**
 * Verifies every hour what has been added, and everything once a night (decision 0245); stores the result for `/metrics`
 * and the system page, and notifies administrators of differences. A verification that was broken off is still due.
 */
export const integrityCheckJob: ScheduledJob = {
  name: 'verify',
  atAnyTime: true,
  run: async ({ runtime: { store, now: clock }, files, apart, stopping }) => {
    const now = clock()
    const verifying = { store, files, apart, now, signal: stopping }
    const last = await readLastVerification(store.db)
    if (!last || isWholeDue(last, now)) {
      const { differences, more } = await verifyRunningMarket(verifying)
      return { differences: differences.length + more }
    }
    const additionsAt = await readAdditionsVerifiedAt(store.db)
    const isDue = isHourSince(last.at, now) && (additionsAt === undefined || isHourSince(additionsAt, now))
    return isDue ? { differences: await verifyAdditions(verifying) } : undefined
  },
}
