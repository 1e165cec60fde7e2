import type { Logger } from 'pino'
import { logFailure } from '../log-failure.ts'
import { pollLoop } from '../loop.ts'
import { alone } from '../store/alone.ts'
import { verifyAsItComes } from '../verify/as-it-comes.ts'
import { lastVerification } from '../verify/noted.ts'
import { verifyMarket } from '../verify/market-now.ts'
import { verifyTheMarket } from './verify-market.ts'
import type { Working } from './schedule.ts'

const A_MINUTE_MS = 60_000

/**
 * Verifies what comes every minute, between the times when the whole market is, until stopped; where something differs
 * that did not before the whole market is verified at once, which notes it and tells administrators.
 */
export const startVerifying = (
  { runtime: { store, now }, files }: Pick<Working, 'runtime' | 'files'>,
  log: Logger,
): { stop: () => Promise<void> } =>
  pollLoop(
    async signal => {
      await alone(store.db, `job ${verifyTheMarket.name}`, async () => {
        const differing = await verifyAsItComes(store.db, { now: now(), signal })
        if (differing > 0 && (await lastVerification(store.db))?.ok !== false)
          await verifyMarket({ store, files, now: now(), signal })
      })
      return false
    },
    {
      restMs: A_MINUTE_MS,
      failed: error => logFailure(log, error, 'What came could not be verified; it is tried again'),
    },
  )
