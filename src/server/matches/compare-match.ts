import type { ActionName } from '#actions/index'
import { SYSTEM } from '#domain/people/actor'
import { runAction } from '../runner/run-action.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { runMatchEngine } from './match-task.ts'
import { finishTask, releaseTask, type RoundTask } from '../tasks/queue.ts'

/** Solves the problem of an imported match, so that the review can say if a larger surplus was possible. */
export const compareMatch = async (
  runtime: ActionRuntime,
  task: RoundTask,
  stop: AbortSignal,
): Promise<void> => {
  const { store } = runtime
  const { roundId } = task
  const imported = await store.read.latest('matchResult', { roundId })
  const isWaiting = async () => (await store.read.one('round', roundId))?.status === 'Matched'
  if (!imported || !(await isWaiting())) return finishTask(store.db, task, 'done', null)
  const outcome = await runMatchEngine(store, task, { problem: imported.problem, bestKnown: null }, stop)
  if (outcome === 'lost') return
  if (outcome === 'stopped') return releaseTask(store.db, task)
  const solution = typeof outcome === 'object' && 'solution' in outcome ? outcome.solution : undefined
  if (await isWaiting())
    await runAction(runtime, {
      actor: SYSTEM,
      kind: 'round',
      subjectId: roundId,
      actionName: 'RecordComparison' satisfies ActionName<'round'>,
      submission: { values: solution ? { surplus: solution.surplus } : {} },
    })
  return finishTask(store.db, task, 'done', null)
}
