import type { ActionName } from '#actions/index'
import { SYSTEM } from '#domain/people/actor'
import type { ActionRequest } from '../runner/prepare.ts'
import { runAction } from '../runner/run-action.ts'
import type { JobContext } from '../tasks/schedule.ts'

/** Subject of an action that the market itself runs. */
type Subject = Pick<ActionRequest, 'kind' | 'subjectId'>

/**
 * Does something with each of these, one after the other. One that fails does not keep the rest waiting: all failures
 * are thrown together at the end. When the server is to stop, the rest is left for the next run, and the reason of the
 * signal is thrown.
 */
export const doForEach = async <T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> => {
  const failures: unknown[] = []
  for (const item of items) {
    if (stopping?.aborted) break
    await act(item).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
  stopping?.throwIfAborted()
}

/**
 * Runs an action of the market, which asks nothing and whose page no one looks at, on each of these subjects. Throws
 * like `doForEach`.
 */
export const actOnEach = (
  { runtime, stopping }: Pick<JobContext, 'runtime' | 'stopping'>,
  actionName: ActionName,
  subjects: readonly Subject[],
): Promise<void> =>
  doForEach(
    subjects,
    ({ kind, subjectId }) =>
      runAction(runtime, {
        ...{ actor: SYSTEM, kind, subjectId, actionName, isUnwatched: true },
        submission: { values: {} },
      }),
    stopping,
  )
