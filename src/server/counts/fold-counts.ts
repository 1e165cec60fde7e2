import { sql } from 'kysely'
import type { Logger } from 'pino'
import { logFailure } from '../process/log-failure.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { startWokenLoop } from '../store/due-work.ts'
import { mergeCountRows } from './counts.ts'

const EVERY_MS = 1000

const isDue = () =>
  sql<boolean>`(exists (select from kept_count where not folded) or exists (select from change_mark where not folded))`

/**
 * Merges changes of the counts, at most once a second, until stopped, so that reads add up few rows. One server at a time does
 * it.
 */
export const startMergingCounts = (
  { store, dueWork }: Pick<ActionRuntime, 'store' | 'dueWork'>,
  log: Logger,
): { stop: () => Promise<void> } =>
  startWokenLoop(
    dueWork,
    {
      isDue,
      everyMs: EVERY_MS,
      failed: error =>
        logFailure(log, error, 'Counts could not be merged; they are correct, and the server tries again'),
    },
    async () => {
      await mergeCountRows(store.db)
      return false
    },
  )
