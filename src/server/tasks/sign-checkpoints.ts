import type { Logger } from 'pino'
import type { Secrets } from '../auth/secrets.ts'
import type { Config } from '../config.ts'
import { signIfDue } from '../log/checkpoints.ts'
import { logFailure } from '../log-failure.ts'
import { pollLoop } from '../loop.ts'
import type { Runtime } from '../runner/runtime.ts'

const LOOK_MS = 2000

/**
 * Signs the head of the log whenever it is due, until stopped: at once after a round took a step, since news of that wakes it, else
 * within seconds. Of several servers whichever sees it first signs.
 */
export const startCheckpoints = (
  { runtime: { store, changeFeed }, config, secrets }: { runtime: Runtime; config: Config; secrets: Secrets },
  log: Logger,
): { stop: () => Promise<void> } => {
  const { wake, stop } = pollLoop(
    async () => {
      await signIfDue(store.db, { secrets, publicUrl: config.publicUrl })
      return false
    },
    {
      restMs: LOOK_MS,
      failed: error => logFailure(log, error, 'No checkpoint of the log could be signed; it is tried again'),
    },
  )
  const listening = changeFeed.listen(changes => {
    if (changes.some(({ kind }) => kind === 'round')) wake()
  })
  return {
    stop: async () => {
      listening.then(silence => silence()).catch(() => {})
      await stop()
    },
  }
}
