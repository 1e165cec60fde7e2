import type { Logger } from 'pino'
import type { Secrets } from '../auth/secrets.ts'
import type { ServerConfig } from '../process/config.ts'
import { signCheckpointIfDue } from './checkpoints.ts'
import { logFailure } from '../process/log-failure.ts'
import { startPollLoop, throttle } from '../process/loop.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { listenToChanges } from '../store/change-feed.ts'
import { WOKEN_LOOP_REST_MS } from '../store/due-work.ts'

const EVERY_MS = 2000

/**
 * Signs checkpoints of the log when they are due, until stopped: at once after a round took a step, which wakes it,
 * otherwise within seconds. Of several servers, the first to notice signs.
 */
export const startSigningCheckpoints = (
  {
    runtime: { store, changeFeed },
    config,
    secrets,
  }: { runtime: ActionRuntime; config: ServerConfig; secrets: Secrets },
  log: Logger,
): { stop: () => Promise<void> } => {
  const { wake, stop } = startPollLoop(
    async () => {
      await signCheckpointIfDue(store.db, { secrets, publicUrl: config.publicUrl })
      return false
    },
    {
      restMs: WOKEN_LOOP_REST_MS,
      failed: error =>
        logFailure(log, error, 'The checkpoint of the log could not be signed; the server tries again'),
    },
  )
  const waking = throttle(wake, EVERY_MS)
  const silence = listenToChanges(changeFeed, changes => {
    if (changes.some(({ kind }) => kind === 'round')) wake()
    else waking.call()
  })
  return {
    stop: async () => {
      silence()
      waking.stop()
      await stop()
    },
  }
}
