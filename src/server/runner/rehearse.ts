import { normaliseAnswers, typedAnswers, visibleAnswers, formWarnings } from '#actions/kit/judge'
import type { ChangeSummary } from '#contract/kit/change-summary'
import type { ActionPreview } from '#contract/kit/form'
import type { Instant } from '@credit-market/values/dates'
import { removeSealedAmounts } from '#domain/disclosure/disclosure'
import type { SiteOutline } from '#domain/land/site-outline'
import { notifyOfAction } from './notices-after-action.ts'
import { toStoreRefusal, ConstraintViolatedError } from '../store/refusals.ts'
import type { StoreTransaction } from '../store/store.ts'
import { describeFields } from './describe.ts'
import { admitToAction } from './gates.ts'
import { prepareAct, outdatedFormError } from './carry-out.ts'
import { type ActionRequest, type AnsweredAction, listFilesInAnswers, readAnsweredAction } from './prepare.ts'
import { toFieldMessages, unstorableAnswersError, InvalidAnswersBody } from './refusals.ts'
import type { ActionRuntime } from './runtime.ts'
import { needsSecondApproval } from './second-person.ts'
import { buildAuditTrailRows } from './trail.ts'
import { readLastLedgerNumber, previewLedgerChanges } from './what-changes.ts'

/**
 * Previews an action: does all that running it would do, in the same order and by the same rules, returns the changes
 * that the actor may know, and rolls everything back. Invalid answers are part of the result; the other gates throw
 * `HttpError` as running does.
 */
export const previewAction = async (
  runtime: ActionRuntime,
  request: ActionRequest,
): Promise<ActionPreview> => {
  const now = runtime.now()
  return runtime.store.rehearsal(async tx => {
    const { actor, kind, submission } = request
    await request.addDocuments?.(tx)
    const admitted = await admitToAction(tx, { ...request, version: submission.version }, now, tx.lock)
    const known = await readAnsweredAction(tx, request, admitted, now)
    const { action, subject, round, given, answers } = known
    const asSeen = removeSealedAmounts(kind, subject, actor, round?.status)
    const goesOn = normaliseAnswers(action, answers, given)
    const said = {
      outcome: 'previewed' as const,
      fields: await describeFields(tx, action, answers, given),
      values: visibleAnswers(action, goesOn, given),
      warnings: toFieldMessages(formWarnings(action, answers, asSeen, given)),
      files: listFilesInAnswers(action, typedAnswers(action, submission.values, given)),
    }
    let outline: SiteOutline | undefined
    const seeSite = (seen: SiteOutline) => (outline = seen)
    const survey = async () =>
      outline ? runtime.surveySite(tx, { kind, subject, round, outline }, actor) : null
    try {
      const waits = await needsSecondApproval(runtime, tx, { ...admitted, actor })
      const decider = waits ? null : actor.userId
      const come = await played(tx, runtime, { ...request, decider, seeSite }, known, now)
      return { ...said, messages: [], ...come, site: await survey() }
    } catch (error) {
      // A constraint violation has ended the transaction, so nothing can be read in it any more.
      if (toStoreRefusal(error) instanceof ConstraintViolatedError)
        return {
          ...said,
          messages: unstorableAnswersError().messages,
          changes: null,
          sentences: [],
          site: null,
        }
      if (!(error instanceof InvalidAnswersBody)) throw error
      return { ...said, messages: error.messages, changes: null, sentences: [], site: await survey() }
    }
  })
}

/** Carries out an action's changes and returns those that the actor may know; the caller rolls back. */
const played = async (
  tx: StoreTransaction,
  runtime: ActionRuntime,
  request: ActionRequest,
  known: AnsweredAction,
  now: Instant,
): Promise<{ changes: ChangeSummary; sentences: string[] }> => {
  const whole = await prepareAct(tx, runtime, request, known, now)
  if ('outdated' in whole) throw outdatedFormError(whole)
  const { parts, changes, sentences } = whole
  const { acting, changes: own } = parts.at(-1) ?? parts[0]
  const ledger = await readLastLedgerNumber(tx)
  await tx.apply(changes, { now, newId: runtime.newId })
  await runtime.keepLand(tx, changes, { actor: request.actor, now, newId: runtime.newId })
  for (const part of parts)
    await notifyOfAction(tx, { ...part, entries: buildAuditTrailRows(part), tells: 'news' })
  await tx.checkNow()
  const told = { ...acting, actor: request.actor }
  return { changes: await previewLedgerChanges(tx, told, own, ledger), sentences: [...sentences] }
}
