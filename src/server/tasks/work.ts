import type { Logger } from 'pino'
import type { Runtime } from '../runtime.ts'
import { compareMatch } from './compare-match.ts'
import { performMatch } from './match.ts'
import { claim } from './queue.ts'

const POLL_MS = 500

const PERFORMERS = { match: performMatch, compareMatch }

/** Works through the tasks, one at a time, until stopped. A change in this process wakes it at once; polling finds the rest. */
export const startWork = (runtime: Runtime, log: Logger): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  let wake = (): void => {}
  const unsubscribe = runtime.changes.listen(({ kind }) => kind === 'round' && wake())

  const rest = () =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, POLL_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const task = await claim(runtime.store.db)
        if (task) await PERFORMERS[task.kind](runtime, task, stopping.signal)
        else await rest()
      } catch (error) {
        log.error(
          { err: error },
          'A task could not be carried on; it is tried again when its lease has run out',
        )
        await rest()
      }
    }
  }
  const running = loop()
  return {
    stop: async () => {
      stopping.abort()
      wake()
      unsubscribe()
      await running
    },
  }
}
