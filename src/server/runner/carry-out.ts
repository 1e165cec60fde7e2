import { createHash } from 'node:crypto'
import { findAction } from '#actions/index'
import { available } from '#actions/kit/available'
import type { Change } from '#actions/kit/changes'
import type { Actor } from '#domain/actor'
import { canonicalJson } from '#domain/canonical'
import { dayOf, type Instant } from '#domain/dates'
import type { Kind } from '#domain/entities'
import type { Proposal } from '#domain/proposal'
import type { Round } from '#domain/round'
import { releaseFilesOf } from '../store/held-files.ts'
import type { Tx } from '../store/store.ts'
import type { Acting } from './effects.ts'
import { admit } from './gates.ts'
import { type ActionRequest, type Answered, prepare, withFacts } from './prepare.ts'
import { conflict, forbidden, HttpError } from './refusals.ts'
import type { Runtime } from './runtime.ts'

/** What a proposal is about is no longer as it was, and why: nothing of it is to be done, and it is to be made void. */
export interface Outdated {
  outdated: string
}

/** What is said to somebody who would approve such a proposal. */
export const refusalOfOutdated = ({ outdated }: Outdated): HttpError =>
  conflict(`Nothing was done, and the proposal is void: ${outdated}`, 'version')

/** One act of a request, with what it changes; with the proposal it carries out, where a second person has approved it. */
export interface Part {
  acting: Acting
  changes: Change[]
  round: Round | undefined
  approved?: { id: string; by: string | null }
}

/** All that a request does: the act itself, and of an approval what was proposed. */
export interface Whole {
  parts: readonly [Part, ...Part[]]
  changes: Change[]
  sentences: readonly string[]
}

/** A hash of all that a form knew but the day and the moment, with the documents there were: with another one the answers might have been others. */
export const hashOfKnown = ({ given, present }: Pick<Answered, 'given' | 'present'>): string => {
  const { today: _today, at: _at, actorIsOperator: _actorIsOperator, ...known } = given
  return createHash('sha256').update(canonicalJson({ known, present })).digest('hex')
}

/**
 * Judges the answers and works out all that is to be done, or that a proposal is outdated. Throws `HttpError` 422 for what is wrong
 * with the answers.
 */
export const prepareWhole = async (
  tx: Tx,
  runtime: Runtime,
  request: ActionRequest,
  known: Answered,
  now: Instant,
): Promise<Whole | Outdated> => {
  const { acting, changes, sentences } = await prepare(tx, runtime, request, known, now)
  const part: Part = { acting, changes, round: known.round }
  if (!acting.action.carriesOut) return { parts: [part], changes, sentences }
  const proposal = await tx.one('proposal', acting.subject.id)
  if (!proposal) throw new Error(`${acting.action.name} is about no proposal`)
  const proposed = await proposedIn(tx, runtime, request, proposal, now)
  if ('outdated' in proposed) return proposed
  return {
    parts: [part, proposed.part],
    changes: [...changes, ...proposed.part.changes],
    sentences: proposed.sentences,
  }
}

/** What was proposed, as it would be done now: under the rights of both people, and of the very state of things of then. */
const proposedIn = async (
  tx: Tx,
  runtime: Runtime,
  { actor: approver, readFiled }: ActionRequest,
  proposal: Proposal,
  now: Instant,
): Promise<{ part: Part; sentences: readonly string[] } | Outdated> => {
  const kind = proposal.subjectKind as Kind
  const proposer = await runtime.actorOf(tx.db, proposal.proposedBy)
  if (!proposer) return { outdated: 'whoever proposed it may not act any more' }
  const request: ActionRequest = {
    actor: proposer,
    kind,
    subjectId: proposal.subjectId,
    actionName: proposal.action,
    submission: { values: proposal.answers, version: proposal.subjectVersion },
    readFiled,
  }
  refuseWithoutFiles(request)
  await releaseFilesOf(tx.db, proposal.id)
  try {
    const admitted = await admit(tx, { ...request, version: proposal.subjectVersion }, now, tx.lock)
    refuseUnlessHis(approver, admitted, proposal, dayOf(now))
    const known = await withFacts(tx, request, admitted, now)
    if (hashOfKnown(known) !== proposal.known)
      return { outdated: 'what it was proposed upon has changed since' }
    const { acting, changes, sentences } = await prepare(tx, runtime, request, known, now)
    const approved = { id: proposal.id, by: approver.userId }
    return { part: { acting, changes, round: admitted.round, approved }, sentences }
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof NotHis) throw error
    return { outdated: whyOf(error) }
  }
}

class NotHis extends HttpError {}

/** The second person must be one who might do it, or be of the owner to whom it is done. */
const refuseUnlessHis = (
  approver: Actor,
  { action, subject, round }: Pick<Answered, 'action' | 'subject' | 'round'>,
  { ownerId }: Pick<Proposal, 'ownerId'>,
  today: string,
): void => {
  const verdict = available(action, approver, subject, { round, today })
  if (verdict === true || (verdict.gate === 'who' && ownerId !== null && ownerId === approver.organisationId))
    return
  const { status, body } = verdict.gate === 'who' ? forbidden(verdict.why) : conflict(verdict.why)
  throw new NotHis(status, body)
}

const refuseWithoutFiles = ({ kind, actionName, readFiled }: ActionRequest): void => {
  const fields = Object.values(findAction(kind, actionName)?.fields ?? {})
  if (!readFiled && fields.some(({ reads }) => reads))
    throw conflict('Its files are read anew: approve this one by itself')
}

const whyOf = ({ body }: HttpError): string => {
  const first: unknown = Array.isArray(body) ? body[0] : body
  const said: unknown =
    typeof first === 'object' && first !== null
      ? 'error' in first
        ? first.error
        : 'message' in first && first.message
      : null
  return typeof said === 'string'
    ? said.charAt(0).toLowerCase() + said.slice(1)
    : 'it is not possible any more'
}
