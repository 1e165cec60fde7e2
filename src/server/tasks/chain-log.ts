import type { Logger } from 'pino'
import { logFailure } from '../log-failure.ts'
import type { Runtime } from '../runner/runtime.ts'

/** Chains what is added to the log, until stopped: at once after an action of this server, within half a second after others. */
export const startChaining = (
  { store, chainer }: Pick<Runtime, 'store' | 'chainer'>,
  log: Logger,
): { stop: () => Promise<void> } =>
  chainer.start(store.db, error =>
    logFailure(log, error, 'The activity log could not be chained on; it is tried again'),
  )
