import type { Done } from '#contract/form'
import { append } from '../store/activity.ts'
import { contextOf } from './effects.ts'
import { admit } from './gates.ts'
import { findIdempotentReply, saveIdempotentReply } from './idempotency.ts'
import { type ActionRequest, prepare, withFacts } from './prepare.ts'
import type { Runtime } from './runtime.ts'
import { trailOf } from './trail.ts'
import { nextAction } from './wizard-steps.ts'

/**
 * Runs an action: authorise, judge, apply, record, answer, all in one transaction with the subject locked.
 * Throws `HttpError` by gate: 404 not there or not visible, 403 who, 409 version, status, round or window, 422 answers.
 */
export const runAction = async (runtime: Runtime, request: ActionRequest): Promise<Done> => {
  const { store, newId } = runtime
  const now = runtime.now()
  return store.transaction(async tx => {
    const repeated = await findIdempotentReply(tx, request, now)
    if (repeated) return repeated

    const admitted = await admit(tx, { ...request, version: request.submission.version }, now, tx.lock)
    const known = await withFacts(tx, request, admitted, now)
    const { acting, changes } = await prepare(tx, runtime, request, known, now)
    await tx.apply(changes, { now, newId })
    const place = contextOf(acting, changes)
    const context = await runtime.show(tx, place, request.isUnwatched ? null : request.actor, now)
    const result: Done = {
      message: acting.action.done ?? `${acting.action.title} succeeded`,
      nextAction: await nextAction(tx, request, acting.action, { place, context }, now),
      context,
    }
    await saveIdempotentReply(tx, request, result)
    await append(tx.db, trailOf(acting, changes, admitted.round))
    return result
  })
}
