import type { Logger } from 'pino'
import { logFailure } from '../log-failure.ts'
import type { Runtime } from '../runner/runtime.ts'

/** Chains what is added to the log, until stopped: at once after an action of this server, within half a second after others. */
export const startSealing = (
  { store, sealer }: Pick<Runtime, 'store' | 'sealer'>,
  log: Logger,
): { stop: () => Promise<void> } =>
  sealer.start(store.db, error =>
    logFailure(log, error, 'The activity log could not be chained on; it is tried again'),
  )
