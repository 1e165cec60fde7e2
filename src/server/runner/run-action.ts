import type { ActionResult, ActionPreview } from '#contract/kit/form'
import { isPreviewOnly, SYSTEM } from '#domain/people/actor'
import type { Instant } from '@credit-market/values/dates'
import { notifyOfAction } from './notices-after-action.ts'
import { findEntryToPromise } from './promised-entry.ts'
import { appendLogEntries } from '../store/activity.ts'
import { deleteDraft } from '../store/drafts.ts'
import { type StoreTransaction, RolledBackResult } from '../store/store.ts'
import { findAnswerSubject } from './effects.ts'
import { admitToAction } from './gates.ts'
import {
  type ActionRequestResult,
  findIdempotentReply,
  hashRequestContent,
  saveIdempotentReply,
} from './idempotency.ts'
import { type OutdatedProposal, prepareAct, outdatedFormError } from './carry-out.ts'
import { type ActionRequest, readAnsweredAction } from './prepare.ts'
import { forbiddenError } from './refusals.ts'
import { previewAction } from './rehearse.ts'
import type { ActionRuntime } from './runtime.ts'
import { needsSecondApproval, proposeAction, requireSecondApproval } from './second-person.ts'
import { buildAuditTrailRows } from './trail.ts'
import { nextWizardPage } from './wizard-steps.ts'

/**
 * Runs an action: authorises, validates, applies and records in one transaction with the subject locked; then reads the
 * subject's page after the commit, so that no one waits for another person's page. Throws `HttpError` by gate: 404 if
 * it does not exist or is not visible, 403 for permissions, 409 for version, status, round or window, 422 for invalid
 * answers.
 */
export const runAction = async (runtime: ActionRuntime, request: ActionRequest): Promise<ActionResult> => {
  if (isPreviewOnly(request.actor)) throw forbiddenError('This API key can only preview actions')
  const first = await tryAction(runtime, request)
  const done =
    first instanceof RolledBackResult && first.why === PREVIEW_NEEDED
      ? await tryAction(runtime, request, await previewAction(runtime, request))
      : first
  if (!(done instanceof RolledBackResult)) return done
  if (done.why === PREVIEW_NEEDED) throw new Error(`${request.actionName} is proposed without its preview`)
  await makeVoid(runtime, request, done.why)
  throw outdatedFormError(done.why)
}

/** The act must be proposed, which needs a preview of its changes. */
const PREVIEW_NEEDED = 'a preview is needed'
type NotDone = RolledBackResult<typeof PREVIEW_NEEDED | OutdatedProposal>

const tryAction = async (
  runtime: ActionRuntime,
  request: ActionRequest,
  rehearsal?: ActionPreview,
): Promise<ActionResult | NotDone> => {
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

/** An outdated proposal stays outdated, even though its approval is rolled back; so it is made void separately. */
const makeVoid = async (
  runtime: ActionRuntime,
  { kind, subjectId }: ActionRequest,
  { outdated }: OutdatedProposal,
) => {
  await runAction(runtime, {
    ...{ actor: SYSTEM, kind, subjectId, actionName: 'MakeVoid', isUnwatched: true },
    submission: { values: { note: outdated } },
  })
}

const decide = async (
  tx: StoreTransaction,
  runtime: ActionRuntime,
  request: ActionRequest,
  now: Instant,
  rehearsal: ActionPreview | undefined,
): Promise<ActionRequestResult | NotDone> => {
  const { isOnlySentHere = false } = request
  const requestHash = await hashRequestContent(tx, request)
  const wanted = { ...request, version: request.submission.version }
  // Both queries are sent at once, the key first, so that the second of two identical requests finds the result of the
  // first.
  const [reply, admission] = await Promise.allSettled([
    isOnlySentHere ? undefined : findIdempotentReply(tx, request, requestHash, now),
    admitToAction(tx, wanted, now, tx.lock),
  ])
  if (reply.status === 'rejected') throw reply.reason
  if (reply.value) return reply.value
  if (admission.status === 'rejected') throw admission.reason

  const admitted = admission.value
  const known = await readAnsweredAction(tx, request, admitted, now)
  if (await needsSecondApproval(runtime, tx, { ...admitted, actor: request.actor })) {
    if (!rehearsal) return new RolledBackResult(PREVIEW_NEEDED)
    const proposed = await proposeAction(tx, runtime, request, known, rehearsal, now)
    await saveIdempotentReply(tx, { ...request, requestHash, now }, proposed)
    return proposed
  }
  const whole = await prepareAct(tx, runtime, request, known, now)
  if ('outdated' in whole) return new RolledBackResult(whole)
  const { parts, changes } = whole
  if (parts.length === 1) requireSecondApproval(runtime, parts[0])
  // An approval's notices are those of the approved act.
  const { acting, changes: own } = parts.at(-1) ?? parts[0]
  const context = findAnswerSubject(acting, own)
  const { done, title } = acting.action
  const message = (typeof done === 'function' ? done(acting.values) : done) ?? `${title} succeeded`
  const record = async (): Promise<ActionRequestResult> => {
    await runtime.keepLand(tx, changes, { actor: request.actor, now, newId: runtime.newId })
    const decided = {
      message,
      ...(await nextWizardPage(tx, request, acting.action, { context, changes }, now)),
      context,
    }
    const made = await runtime.certify(tx, changes, { now, newId: runtime.newId })
    await runtime.issueInvoices(tx, changes, { now, newId: runtime.newId })
    const told = parts.map((part, place) => ({
      ...part,
      entries: buildAuditTrailRows(part, place === parts.length - 1 ? made : []),
    }))
    for (const part of told) await notifyOfAction(tx, { ...part, tells: runtime.tells })
    const [kept] = await Promise.all([
      appendLogEntries(
        tx.db,
        told.flatMap(({ entries }) => entries),
      ),
      saveIdempotentReply(tx, { ...request, requestHash, now }, decided),
      ...(request.actor.userId && !isOnlySentHere
        ? [deleteDraft(tx.db, { ...request, userId: request.actor.userId })]
        : []),
    ])
    return { ...decided, entry: findEntryToPromise(kept) }
  }
  return tx.applyAnd(changes, { now, newId: runtime.newId }, record)
}
