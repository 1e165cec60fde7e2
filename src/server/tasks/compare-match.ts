import type { ActionName } from '#actions/index'
import { SYSTEM } from '#domain/actor'
import { runAction } from '../runner/run-action.ts'
import type { Runtime } from '../runner/runtime.ts'
import { solveInThread } from './match.ts'
import { finish, release, type RoundTask } from './queue.ts'

/** Solves the problem of a match that was made elsewhere, so that the review can say whether more was possible. */
export const compareMatch = async (runtime: Runtime, task: RoundTask, stop: AbortSignal): Promise<void> => {
  const { store } = runtime
  const { roundId } = task
  const imported = await store.read.latest('matchResult', { roundId })
  const isWaiting = async () => (await store.read.one('round', roundId))?.status === 'Matched'
  if (!imported || !(await isWaiting())) return finish(store.db, task, 'done', null)
  const outcome = await solveInThread(store, task, imported.problem, stop)
  if (outcome === 'lost') return
  if (outcome === 'stopped') return release(store.db, task)
  const solution = typeof outcome === 'object' && 'solution' in outcome ? outcome.solution : undefined
  if (await isWaiting())
    await runAction(runtime, {
      actor: SYSTEM,
      kind: 'round',
      subjectId: roundId,
      actionName: 'RecordComparison' satisfies ActionName<'round'>,
      submission: { values: solution ? { surplus: solution.surplus } : {} },
    })
  return finish(store.db, task, 'done', null)
}
