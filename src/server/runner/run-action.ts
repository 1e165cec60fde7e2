import type { Done, Rehearsal } from '#contract/form'
import { SYSTEM } from '#domain/actor'
import type { Instant } from '#domain/dates'
import { tellOf } from './notices/after-action.ts'
import { promisedEntry } from './promised-entry.ts'
import { append } from '../store/activity.ts'
import { dropDraft } from '../store/drafts.ts'
import { type Tx, Undone } from '../store/store.ts'
import { contextOf } from './effects.ts'
import { admit } from './gates.ts'
import { type Decided, findIdempotentReply, hashOf, saveIdempotentReply } from './idempotency.ts'
import { type Outdated, prepareWhole, refusalOfOutdated } from './carry-out.ts'
import { type ActionRequest, withFacts } from './prepare.ts'
import { rehearse } from './rehearse.ts'
import type { Runtime } from './runtime.ts'
import { isToBeProposed, propose, refuseReachingAlone } from './second-person.ts'
import { trailOf } from './trail.ts'
import { goingOn } from './wizard-steps.ts'

/**
 * Runs an action: authorise, judge, apply and record, all in one transaction with the subject locked; then shows what it was
 * about as it is by then, so that nobody waits for somebody else's page. Throws `HttpError` by gate: 404 not there or not
 * visible, 403 who, 409 version, status, round or window, 422 answers.
 */
export const runAction = async (runtime: Runtime, request: ActionRequest): Promise<Done> => {
  const first = await tryAction(runtime, request)
  const done =
    first instanceof Undone && first.why === PREVIEW_NEEDED
      ? await tryAction(runtime, request, await rehearse(runtime, request))
      : first
  if (!(done instanceof Undone)) return done
  if (done.why === PREVIEW_NEEDED) throw new Error(`${request.actionName} is proposed without its preview`)
  await makeVoid(runtime, request, done.why)
  throw refusalOfOutdated(done.why)
}

/** It is to be proposed, for which it must be known what it would change. */
const PREVIEW_NEEDED = 'a preview is needed'
type NotDone = Undone<typeof PREVIEW_NEEDED | Outdated>

const tryAction = async (
  runtime: Runtime,
  request: ActionRequest,
  rehearsal?: Rehearsal,
): Promise<Done | NotDone> => {
  const { store, chainer } = runtime
  const now = runtime.now()
  try {
    return await store.transactionAnd(
      tx => decide(tx, runtime, request, now, rehearsal),
      async ({ context, entry, ...decided }, look) => ({
        ...decided,
        promise: (entry && (await runtime.promiseEntry(entry))) ?? undefined,
        outcome: decided.proposal === undefined ? 'done' : 'proposed',
        context: await runtime.show(look, context, request.isUnwatched ? null : request.actor, now),
      }),
    )
  } finally {
    chainer.wake()
  }
}

/** A proposal that can no longer be carried out is so for good, though nothing of its approval is kept. */
const makeVoid = async (runtime: Runtime, { kind, subjectId }: ActionRequest, { outdated }: Outdated) => {
  await runAction(runtime, {
    ...{ actor: SYSTEM, kind, subjectId, actionName: 'MakeVoid', isUnwatched: true },
    submission: { values: { note: outdated } },
  })
}

const decide = async (
  tx: Tx,
  runtime: Runtime,
  request: ActionRequest,
  now: Instant,
  rehearsal: Rehearsal | undefined,
): Promise<Decided | NotDone> => {
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
  if (await isToBeProposed(runtime, tx, { ...admitted, actor: request.actor })) {
    if (!rehearsal) return new Undone(PREVIEW_NEEDED)
    const proposed = await propose(tx, runtime, request, known, rehearsal, now)
    await saveIdempotentReply(tx, request, proposed)
    return proposed
  }
  const whole = await prepareWhole(tx, runtime, request, known, now)
  if ('outdated' in whole) return new Undone(whole)
  const { parts, changes } = whole
  if (parts.length === 1) refuseReachingAlone(runtime, parts[0])
  // Of an approval it is told what was done by it.
  const { acting, changes: own } = parts.at(-1) ?? parts[0]
  const context = contextOf(acting, own)
  const { done, title } = acting.action
  const message = (typeof done === 'function' ? done(acting.values) : done) ?? `${title} succeeded`
  const record = async (): Promise<Decided> => {
    await runtime.keepLand(tx, changes, { actor: request.actor, now, newId: runtime.newId })
    const decided = {
      message,
      ...(await goingOn(tx, request, acting.action, { context, changes }, now)),
      context,
    }
    const made = await runtime.certify(tx, changes, { now, newId: runtime.newId })
    const told = parts.map((part, place) => ({
      ...part,
      entries: trailOf(part, place === parts.length - 1 ? made : []),
    }))
    for (const part of told) await tellOf(tx, { ...part, tells: runtime.tells })
    const [kept] = await Promise.all([
      append(
        tx.db,
        told.flatMap(({ entries }) => entries),
      ),
      saveIdempotentReply(tx, request, decided),
      ...(request.actor.userId ? [dropDraft(tx.db, { ...request, userId: request.actor.userId })] : []),
    ])
    return { ...decided, entry: promisedEntry(kept) }
  }
  return tx.applyAnd(changes, { now, newId: runtime.newId }, record)
}
