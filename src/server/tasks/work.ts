import type { Logger } from 'pino'
import type { Runtime } from '../runner/runtime.ts'
import { compareMatch } from './compare-match.ts'
import { pollLoop } from '../loop.ts'
import { logFailure } from '../log-failure.ts'
import { performMatch } from './match.ts'
import { claim } from './queue.ts'

const POLL_MS = 500

const PERFORMERS = { match: performMatch, compareMatch }

/** Works through the tasks, one at a time, until stopped. News of a round wakes it at once; polling finds the rest. */
export const startWork = (runtime: Runtime, log: Logger): { stop: () => Promise<void> } => {
  const step = async (stopping: AbortSignal): Promise<boolean> => {
    const task = await claim(runtime.store.db)
    if (task) await PERFORMERS[task.kind](runtime, task, stopping)
    return task !== undefined
  }
  const { wake, stop } = pollLoop(step, {
    restMs: POLL_MS,
    failed: error =>
      logFailure(log, error, 'A task could not be carried on; it is tried again when its lease has run out'),
  })
  const listening = runtime.changeFeed.listen(changes => {
    if (changes.some(({ kind }) => kind === 'round')) wake()
  })
  return {
    stop: async () => {
      void listening.then(silence => silence())
      await stop()
    },
  }
}
