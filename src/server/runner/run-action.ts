import type { Done } from '#contract/form'
import type { Instant } from '#domain/dates'
import { tellOf } from './notices/after-action.ts'
import { append } from '../store/activity.ts'
import { dropDraft } from '../store/drafts.ts'
import type { Tx } from '../store/store.ts'
import { contextOf } from './effects.ts'
import { admit } from './gates.ts'
import { type Decided, findIdempotentReply, hashOf, saveIdempotentReply } from './idempotency.ts'
import { type ActionRequest, prepare, withFacts } from './prepare.ts'
import type { Runtime } from './runtime.ts'
import { trailOf } from './trail.ts'
import { goingOn } from './wizard-steps.ts'

/**
 * Runs an action: authorise, judge, apply and record, all in one transaction with the subject locked; then shows what it was
 * about as it is by then, so that nobody waits for somebody else's page. Throws `HttpError` by gate: 404 not there or not
 * visible, 403 who, 409 version, status, round or window, 422 answers.
 */
export const runAction = async (runtime: Runtime, request: ActionRequest): Promise<Done> => {
  const { store, chainer } = runtime
  const now = runtime.now()
  const done = await store.transactionAnd(
    tx => decide(tx, runtime, request, now),
    async ({ context, ...decided }, look) => ({
      ...decided,
      context: await runtime.show(look, context, request.isUnwatched ? null : request.actor, now),
    }),
  )
  chainer.wake()
  return done
}

const decide = async (tx: Tx, runtime: Runtime, request: ActionRequest, now: Instant): Promise<Decided> => {
  const requestHash = await hashOf(tx, request)
  const wanted = { ...request, version: request.submission.version }
  // Both are asked for at once: the key comes first, so that of two doubles the second finds what was decided for the first.
  const [reply, admission] = await Promise.allSettled([
    findIdempotentReply(tx, request, requestHash, now),
    admit(tx, wanted, now, tx.lock),
  ])
  if (reply.status === 'rejected') throw reply.reason
  if (reply.value) return reply.value
  if (admission.status === 'rejected') throw admission.reason

  const admitted = admission.value
  const known = await withFacts(tx, request, admitted, now)
  const { acting, changes } = await prepare(tx, runtime, request, known, now)
  const context = contextOf(acting, changes)
  const message = acting.action.done ?? `${acting.action.title} succeeded`
  const record = async (): Promise<Decided> => {
    const decided = {
      message,
      ...(await goingOn(tx, request, acting.action, { context, changes }, now)),
      context,
    }
    const made = await runtime.certify(tx, changes, { now, newId: runtime.newId })
    const { round } = admitted
    const entries = trailOf(acting, changes, round, made)
    await tellOf(tx, { acting, changes, entries, round, isHistory: request.isHistory ?? false })
    await Promise.all([
      saveIdempotentReply(tx, request, decided),
      append(tx.db, entries),
      ...(request.actor.userId ? [dropDraft(tx.db, { ...request, userId: request.actor.userId })] : []),
    ])
    return decided
  }
  return tx.applyAnd(changes, { now, newId: runtime.newId }, record)
}
