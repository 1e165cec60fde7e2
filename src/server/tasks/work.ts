import type { Logger } from 'pino'
import type { Runtime } from '../runner/runtime.ts'
import { performBulk } from './bulk.ts'
import { compareMatch } from './compare-match.ts'
import { publishInstance } from './publish-instance.ts'
import { pollLoop } from '../loop.ts'
import { workOnNext } from '../queue/work.ts'
import { logFailure } from '../log-failure.ts'
import { performMatch } from './match.ts'
import { claim, type ClaimedTask, TASKS } from './queue.ts'

const POLL_MS = 500

const OF_ROUNDS = { match: performMatch, compareMatch, publishInstance }

const OF_ROUND = ['match', 'compareMatch', 'publishInstance'] as const

const performOfRound = async (runtime: Runtime, task: ClaimedTask, stopping: AbortSignal): Promise<void> => {
  const { kind, roundId } = task
  if (kind === 'bulk' || roundId === null) throw new Error(`The task ${task.id} is about no round`)
  await OF_ROUNDS[kind](runtime, { ...task, roundId }, stopping)
}

/**
 * Works through the tasks until stopped: those of rounds one at a time, and beside them bulk acts one at a time, which must
 * not wait for a match of half an hour. News of a round wakes it at once; polling finds the rest.
 */
export const startWork = (runtime: Runtime, log: Logger): { stop: () => Promise<void> } => {
  const { db } = runtime.store
  const lane = (
    kinds: readonly ClaimedTask['kind'][],
    perform: (task: ClaimedTask, stopping: AbortSignal) => Promise<void>,
  ) =>
    pollLoop(
      stopping =>
        workOnNext(db, TASKS, {
          now: runtime.now,
          take: () => claim(db, kinds),
          perform: task => perform(task, stopping),
          stopping,
        }),
      {
        restMs: POLL_MS,
        failed: error =>
          logFailure(
            log,
            error,
            'A task could not be carried on; it is tried again when its lease has run out',
          ),
      },
    )
  const matches = lane(OF_ROUND, (task, stopping) => performOfRound(runtime, task, stopping))
  const bulk = lane(['bulk'], (task, stopping) => performBulk(runtime, task, stopping, log))
  const listening = runtime.changeFeed.listen(changes => {
    if (changes.some(({ kind }) => kind === 'round')) matches.wake()
  })
  return {
    stop: async () => {
      listening.then(silence => silence()).catch(() => {})
      await Promise.all([matches.stop(), bulk.stop()])
    },
  }
}
