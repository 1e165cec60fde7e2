import type { Logger } from 'pino'
import { logFailure } from '../process/log-failure.ts'
import { startPollLoop } from '../process/loop.ts'
import { runExclusively } from '../store/alone.ts'
import { verifyNewEntries } from './as-it-comes.ts'
import { readLastVerification } from './noted.ts'
import { verifyRunningMarket } from './market-now.ts'
import { integrityCheckJob } from './verify-market.ts'
import type { JobContext } from '../tasks/schedule.ts'

const A_MINUTE_MS = 60_000

/**
 * Verifies new entries every minute between integrity checks, until stopped; if there is a new difference, it runs the
 * full integrity check at once, which stores it and notifies administrators.
 */
export const startContinuousVerification = (
  { runtime: { store, now }, files, apart }: Pick<JobContext, 'runtime' | 'files' | 'apart'>,
  log: Logger,
): { stop: () => Promise<void> } =>
  startPollLoop(
    async signal => {
      await runExclusively(store.db, `job ${integrityCheckJob.name}`, async () => {
        const differing = await verifyNewEntries(store.db, { now: now(), signal })
        if (differing > 0 && (await readLastVerification(store.db))?.ok !== false)
          await verifyRunningMarket({ store, files, apart, now: now(), signal })
      })
      return false
    },
    {
      restMs: A_MINUTE_MS,
      failed: error => logFailure(log, error, 'New entries could not be verified; the server tries again'),
    },
  )
