import type { Logger } from 'pino'
import { logFailure } from '../log-failure.ts'
import { pollLoop } from '../loop.ts'
import type { Runtime } from '../runner/runtime.ts'
import { foldCounts } from '../store/counts.ts'

const REST_MS = 1000

/** Folds what changes the counts, every second until stopped, so that little has to be added up. One server at a time does it. */
export const startFolding = ({ store }: Pick<Runtime, 'store'>, log: Logger): { stop: () => Promise<void> } =>
  pollLoop(
    async () => {
      await foldCounts(store.db)
      return false
    },
    {
      restMs: REST_MS,
      failed: error =>
        logFailure(log, error, 'Counts could not be folded; they are right, and it is tried again'),
    },
  )
