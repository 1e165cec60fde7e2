import type { Done } from '#contract/form'
import type { RecordChange } from '#contract/home'
import { append } from '../store/activity.ts'
import type { Tx } from '../store/store.ts'
import { contextOf } from './effects.ts'
import { isCollection } from './facts.ts'
import { admit } from './gates.ts'
import { findIdempotentReply, saveIdempotentReply } from './idempotency.ts'
import { type ActionRequest, prepare, withFacts } from './prepare.ts'
import type { Runtime } from './runtime.ts'
import { type TrailEntry, trailOf } from './trail.ts'
import { nextAction } from './wizard-steps.ts'

/**
 * Runs an action: authorise, judge, apply, record, answer, all in one transaction with the subject locked.
 * Throws `HttpError` by gate: 404 not there or not visible, 403 who, 409 version, status, round or window, 422 answers.
 */
export const runAction = async (runtime: Runtime, request: ActionRequest): Promise<Done> => {
  const { store, changeFeed, newId } = runtime
  const now = runtime.now()
  const { done, touched } = await store.transaction(async tx => {
    const repeated = await findIdempotentReply(tx, request, now)
    if (repeated) return { done: repeated, touched: [] }

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
    const trail = trailOf(acting, changes, admitted.round)
    const changedNow = await versionsOf(tx, trail)
    await append(tx.db, trail)
    return { done: result, touched: changedNow }
  })
  touched.forEach(changeFeed.emit)
  return done
}

/** What open pages are told of: the subjects touched, with the versions they have now. */
const versionsOf = async (tx: Tx, touched: readonly TrailEntry[]): Promise<RecordChange[]> => {
  const changed: RecordChange[] = []
  for (const kind of new Set(touched.map(entry => entry.subjectKind))) {
    if (isCollection(kind)) continue
    const id = touched.flatMap(entry => (entry.subjectKind === kind ? [entry.subjectId] : []))
    for (const row of await tx.list(kind, { id })) changed.push({ kind, id: row.id, version: row.version })
  }
  return changed
}
