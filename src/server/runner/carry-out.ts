import { createHash } from 'node:crypto'
import { findAction } from '#actions/index'
import { checkAvailability } from '#actions/kit/available'
import type { Change } from '#actions/kit/changes'
import type { Actor } from '#domain/people/actor'
import { canonicalJson } from '@credit-market/values/canonical'
import { utcDayOf, type Instant } from '@credit-market/values/dates'
import type { Kind } from '#domain/disclosure/entities'
import type { Proposal } from '#domain/steps/proposal'
import type { Round } from '#domain/round/round'
import { releaseProposalFiles } from '../store/held-files.ts'
import type { StoreTransaction } from '../store/store.ts'
import type { ActionContext } from './effects.ts'
import { admitToAction } from './gates.ts'
import { type ActionRequest, type AnsweredAction, prepareChanges, readAnsweredAction } from './prepare.ts'
import { conflictError, forbiddenError, HttpError, WrongDeciderError } from './refusals.ts'
import type { ActionRuntime } from './runtime.ts'

/** The subject of a proposal has changed, and how: nothing in the proposal may be done, and it must be made void. */
export interface OutdatedProposal {
  outdated: string
}

/** Error for a person who would approve such a proposal. */
export const outdatedFormError = ({ outdated }: OutdatedProposal): HttpError =>
  conflictError(`Nothing was changed, and the proposal is void. ${outdated}`, 'version')

/**
 * One act of a request, with its changes; with the proposal that it carries out, if a second person has approved it.
 */
export interface ActWithChanges {
  acting: ActionContext
  changes: Change[]
  round: Round | undefined
  approved?: { id: string; by: string | null }
}

/** Everything that a request does: the act itself and, for an approval, the proposed act. */
export interface RequestedActs {
  parts: readonly [ActWithChanges, ...ActWithChanges[]]
  changes: Change[]
  sentences: readonly string[]
}

/**
 * Hashes everything that a form depended on except the day and the instant, with the documents present: if the hash
 * differs, the answers might have been different.
 */
export const hashFormFacts = ({ given, present }: Pick<AnsweredAction, 'given' | 'present'>): string => {
  const { today: _today, at: _at, actorIsOperator: _actorIsOperator, ...known } = given
  return createHash('sha256').update(canonicalJson({ known, present })).digest('hex')
}

/**
 * Validates the answers and works out all changes, or finds that a proposal is outdated. Throws `HttpError` 422 for
 * invalid answers.
 */
export const prepareAct = async (
  tx: StoreTransaction,
  runtime: ActionRuntime,
  request: ActionRequest,
  known: AnsweredAction,
  now: Instant,
): Promise<RequestedActs | OutdatedProposal> => {
  const { acting, changes, sentences } = await prepareChanges(tx, runtime, request, known, now)
  const part: ActWithChanges = { acting, changes, round: known.round }
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

/**
 * The proposed act, as it would be done now: under the rights of both people, and only if the data are exactly those of
 * the proposal.
 */
const proposedIn = async (
  tx: StoreTransaction,
  runtime: ActionRuntime,
  { actor: approver, readFiled }: ActionRequest,
  proposal: Proposal,
  now: Instant,
): Promise<{ part: ActWithChanges; sentences: readonly string[] } | OutdatedProposal> => {
  const kind = proposal.subjectKind as Kind
  const proposer = await runtime.actorOf(tx.db, proposal.proposedBy)
  if (!proposer) return { outdated: 'The person who proposed it is no longer allowed to act' }
  const request: ActionRequest = {
    actor: proposer,
    decider: approver.userId,
    kind,
    subjectId: proposal.subjectId,
    actionName: proposal.action,
    submission: { values: proposal.answers, version: proposal.subjectVersion },
    readFiled,
  }
  refuseWithoutFiles(request)
  await releaseProposalFiles(tx.db, proposal.id)
  try {
    const admitted = await admitToAction(tx, { ...request, version: proposal.subjectVersion }, now, tx.lock)
    refuseUnlessHis(approver, admitted, proposal, utcDayOf(now))
    const known = await readAnsweredAction(tx, request, admitted, now)
    if (hashFormFacts(known) !== proposal.known)
      return { outdated: 'The facts have changed since it was proposed' }
    const { acting, changes, sentences } = await prepareChanges(tx, runtime, request, known, now)
    const approved = { id: proposal.id, by: approver.userId }
    return { part: { acting, changes, round: admitted.round, approved }, sentences }
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof WrongDeciderError) throw error
    return { outdated: whyOf(error) }
  }
}

/** The approver must be permitted to do the act, or belong to the owner whose things it changes. */
const refuseUnlessHis = (
  approver: Actor,
  { action, subject, round }: Pick<AnsweredAction, 'action' | 'subject' | 'round'>,
  { ownerId }: Pick<Proposal, 'ownerId'>,
  today: string,
): void => {
  const verdict = checkAvailability(action, approver, subject, { round, today })
  if (verdict === true || (verdict.gate === 'who' && ownerId !== null && ownerId === approver.organisationId))
    return
  throw new WrongDeciderError(
    verdict.why,
    verdict.gate === 'who' ? forbiddenError(verdict.why) : conflictError(verdict.why),
  )
}

const refuseWithoutFiles = ({ kind, actionName, readFiled }: ActionRequest): void => {
  const fields = Object.values(findAction(kind, actionName)?.fields ?? {})
  if (!readFiled && fields.some(({ reads }) => reads))
    throw conflictError('This proposal has files that must be read again: approve it separately')
}

const whyOf = ({ body }: HttpError): string => {
  const first: unknown = Array.isArray(body) ? body[0] : body
  const said: unknown =
    typeof first === 'object' && first !== null
      ? 'error' in first
        ? first.error
        : 'message' in first && first.message
      : null
  return typeof said === 'string' ? said : 'It is no longer possible'
}
