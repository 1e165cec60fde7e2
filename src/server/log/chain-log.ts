import type { Logger } from 'pino'
import { logFailure } from '../process/log-failure.ts'
import type { ActionRuntime } from '../runner/runtime.ts'

/**
 * Chains new entries of the log until stopped: at once after an action of this server, within half a second after those
 * of others.
 */
export const startChainingLog = (
  { store, chainer, dueWork }: Pick<ActionRuntime, 'store' | 'chainer' | 'dueWork'>,
  log: Logger,
): { stop: () => Promise<void> } =>
  chainer.start({ db: store.db, dueWork }, error =>
    logFailure(log, error, 'New entries of the activity log could not be chained; the server tries again'),
  )
