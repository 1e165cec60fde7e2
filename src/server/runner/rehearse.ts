import { normalised, typedAnswers, visibleAnswers, warnings } from '#actions/kit/judge'
import type { Rehearsal, WhatChanges } from '#contract/form'
import type { Instant } from '#domain/dates'
import { withoutSealed } from '#domain/disclosure'
import type { SiteOutline } from '#domain/site-outline'
import { tellOf } from './notices/after-action.ts'
import { refusalOf, RuleBroken } from '../store/refusals.ts'
import type { Tx } from '../store/store.ts'
import { describe } from './describe.ts'
import { admit } from './gates.ts'
import { prepareWhole, refusalOfOutdated } from './carry-out.ts'
import { type ActionRequest, type Answered, filesIn, withFacts } from './prepare.ts'
import { messagesOf, unstorable, WrongAnswers } from './refusals.ts'
import type { Runtime } from './runtime.ts'
import { trailOf } from './trail.ts'
import { lastInLedger, whatChanges } from './what-changes.ts'

/**
 * Does all that running an action would do, in the same order and by the same rules, says what came of it as far as
 * whoever asks may know, and takes everything back. Answers that are wrong are part of what is said; the other gates
 * throw `HttpError` as running does.
 */
export const rehearse = async (runtime: Runtime, request: ActionRequest): Promise<Rehearsal> => {
  const now = runtime.now()
  return runtime.store.rehearsal(async tx => {
    const { actor, kind, submission } = request
    const admitted = await admit(tx, { ...request, version: submission.version }, now, tx.lock)
    const known = await withFacts(tx, request, admitted, now)
    const { action, subject, round, given, answers } = known
    const asSeen = withoutSealed(kind, subject, actor, round?.status)
    const goesOn = normalised(action, answers, given)
    const said = {
      outcome: 'previewed' as const,
      fields: await describe(tx, action, answers, given),
      values: visibleAnswers(action, goesOn, given),
      warnings: messagesOf(warnings(action, answers, asSeen, given)),
      files: filesIn(action, typedAnswers(action, submission.values, given)),
    }
    let outline: SiteOutline | undefined
    const seeSite = (seen: SiteOutline) => (outline = seen)
    const survey = async () =>
      outline ? runtime.surveySite(tx, { kind, subject, round, outline }, actor) : null
    try {
      const come = await played(tx, runtime, { ...request, seeSite }, known, now)
      return { ...said, messages: [], ...come, site: await survey() }
    } catch (error) {
      // What the tables refused has ended the transaction: nothing can be looked up in it any more.
      if (refusalOf(error) instanceof RuleBroken)
        return { ...said, messages: unstorable().messages, changes: null, sentences: [], site: null }
      if (!(error instanceof WrongAnswers)) throw error
      return { ...said, messages: error.messages, changes: null, sentences: [], site: await survey() }
    }
  })
}

/** Carries out what an action would do, and says what has changed, as far as whoever asks may know; to be taken back. */
const played = async (
  tx: Tx,
  runtime: Runtime,
  request: ActionRequest,
  known: Answered,
  now: Instant,
): Promise<{ changes: WhatChanges; sentences: string[] }> => {
  const whole = await prepareWhole(tx, runtime, request, known, now)
  if ('outdated' in whole) throw refusalOfOutdated(whole)
  const { parts, changes, sentences } = whole
  const { acting, changes: own } = parts.at(-1) ?? parts[0]
  const ledger = await lastInLedger(tx)
  await tx.apply(changes, { now, newId: runtime.newId })
  await runtime.keepLand(tx, changes, { actor: request.actor, now, newId: runtime.newId })
  for (const part of parts) await tellOf(tx, { ...part, entries: trailOf(part), tells: 'news' })
  await tx.checkNow()
  const told = { ...acting, actor: request.actor }
  return { changes: await whatChanges(tx, told, own, ledger), sentences: [...sentences] }
}
