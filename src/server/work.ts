import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { ActionRuntime } from './runner/runtime.ts'
import { performBulkAct } from './work/bulk-task.ts'
import { compareMatch } from './matches/compare-match.ts'
import { publishInstance } from './instances/publish-instance.ts'
import { processNextItem } from './queue/work.ts'
import { logFailure } from './process/log-failure.ts'
import { performMatchTask } from './matches/match-task.ts'
import { listenToChanges } from './store/change-feed.ts'
import { startWokenLoop } from './store/due-work.ts'
import { claimTask, type ClaimedTask, dueTasks, TASK_QUEUE } from './tasks/queue.ts'

const OF_ROUNDS = { match: performMatchTask, compareMatch, publishInstance }

const OF_ROUND = ['match', 'compareMatch', 'publishInstance'] as const

const performOfRound = async (
  runtime: ActionRuntime,
  task: ClaimedTask,
  stopping: AbortSignal,
): Promise<void> => {
  const { kind, roundId } = task
  if (kind === 'bulk' || roundId === null) throw new Error(`The task ${task.id} is about no round`)
  await OF_ROUNDS[kind](runtime, { ...task, roundId }, stopping)
}

/** Performs due tasks of these kinds one after the other until stopped. */
const startLane = (
  runtime: ActionRuntime,
  log: Logger,
  kinds: readonly ClaimedTask['kind'][],
  perform: (task: ClaimedTask, stopping: AbortSignal) => Promise<void>,
) => {
  const { db } = runtime.store
  return startWokenLoop(
    runtime.dueWork,
    {
      isDue: () => sql<boolean>`exists (${dueTasks(db, kinds)})`,
      failed: error =>
        logFailure(log, error, 'A task could not be continued; it is retried when its lease expires'),
    },
    stopping =>
      processNextItem(db, TASK_QUEUE, {
        now: runtime.now,
        take: () => claimTask(db, kinds),
        perform: task => perform(task, stopping),
        stopping,
      }),
  )
}

/**
 * Works through the matches and other tasks of rounds until stopped, up to `atOnce` at the same time, each of another
 * round. A change of a round wakes it at once, other due tasks within half a second.
 */
export const startMatching = (
  runtime: ActionRuntime,
  log: Logger,
  atOnce: number,
): { stop: () => Promise<void> } => {
  const lanes = Array.from({ length: atOnce }, () =>
    startLane(runtime, log, OF_ROUND, (task, stopping) => performOfRound(runtime, task, stopping)),
  )
  const silence = listenToChanges(runtime.changeFeed, changes => {
    if (changes.some(({ kind }) => kind === 'round')) for (const lane of lanes) lane.wake()
  })
  return {
    stop: async () => {
      silence()
      await Promise.all(lanes.map(lane => lane.stop()))
    },
  }
}

/** Works through bulk acts one at a time until stopped: they must not wait for a match of half an hour. */
export const startBulkActs = (runtime: ActionRuntime, log: Logger): { stop: () => Promise<void> } =>
  startLane(runtime, log, ['bulk'], (task, stopping) => performBulkAct(runtime, task, stopping, log))
