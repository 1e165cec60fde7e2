import type { Action } from '#actions/kit/action'
import { type Read, create, update } from '#actions/kit/changes'
import { protectedTargetsIn } from '#actions/common/reaches'
import { type ActionAttempt, needsApproval } from '#actions/common/second-person'
import { expireProposal, voidProposal } from '#actions/proposal/withdraw-proposal'
import { typedAnswers } from '#actions/kit/judge'
import { type ActionPreview, PROPOSAL_REASON_FIELD } from '#contract/kit/form'
import { findOrganisationId, findOwnerId, findRoundId } from '#contract/nouns/ownership'
import { type Instant, addDays, utcDayOf } from '@credit-market/values/dates'
import { isOperator } from '#domain/people/actor'
import type { Kind, EntityOfKind } from '#domain/disclosure/entities'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { PROPOSAL_DAYS } from '#domain/steps/proposal'
import { appendLogEntries } from '../store/activity.ts'
import { deleteDraft } from '../store/drafts.ts'
import type { StoreTransaction } from '../store/store.ts'
import { type ActWithChanges, hashFormFacts } from './carry-out.ts'
import { isCollection } from './facts.ts'
import type { ActionRequestResult } from './idempotency.ts'
import { type ActionRequest, type AnsweredAction, listFilesInAnswers } from './prepare.ts'
import { conflictError, invalidAnswersError, InvalidAnswersBody } from './refusals.ts'
import { notifyOfProposal } from './notices-after-action.ts'
import { endWaitingItems } from './notices-end.ts'
import type { ActionRuntime } from './runtime.ts'

/** True if this installation requires the act to be proposed for another person's approval. */
export const needsSecondApproval = async (
  { secondPersonFor }: Pick<ActionRuntime, 'secondPersonFor'>,
  read: Read,
  act: ActionAttempt,
): Promise<boolean> =>
  secondPersonFor() === 'operator' &&
  needsApproval(act) &&
  !(await act.action.approvalWaived?.(read, act.subject))

/**
 * Returns the organisation whose people must approve, if the act is done for an owner; null if another member of the
 * operator's staff approves.
 */
export const findApprovingOrganisation = async (
  read: Read,
  { approval }: Action,
  kind: Kind,
  subject: EntityOfKind<Kind>,
): Promise<string | null> => {
  if (approval === 'secondPerson') return null
  const ownerId = findOrganisationId(kind, subject)
  if (approval === 'owner' || ownerId === null) return ownerId
  const people = await read.list('user', { organisationId: ownerId, active: true })
  return people.some(({ admittedAt }) => admittedAt !== null) ? ownerId : null
}

/**
 * Throws if one of the operator's staff would do an act alone that changes what no one may reach alone and whose
 * definition names no `approval`: an error in the definition. Nothing is done then.
 */
export const requireSecondApproval = (
  { secondPersonFor }: Pick<ActionRuntime, 'secondPersonFor'>,
  { acting: { action, actor }, changes, round }: Pick<ActWithChanges, 'acting' | 'changes' | 'round'>,
): void => {
  if (secondPersonFor() === 'nobody' || action.approval || !isOperator(actor) || actor.userId === null) return
  const [reach] = protectedTargetsIn(changes, round)
  if (reach) throw new Error(`${action.name} reaches ${reach}: say in its definition who approves it`)
}

/**
 * Stores answers with the result of their preview for a second person to approve. Throws `HttpError` 422 for invalid
 * answers and without a reason, and 409 while another proposal waits.
 */
export const proposeAction = async (
  tx: StoreTransaction,
  runtime: ActionRuntime,
  request: ActionRequest,
  known: AnsweredAction,
  rehearsal: ActionPreview,
  now: Instant,
): Promise<ActionRequestResult> => {
  const { actor, kind, subjectId, actionName, submission } = request
  const { action, subject, given } = known
  const { changes: whatChanges, sentences, messages } = rehearsal
  if (messages.length > 0 || !whatChanges) throw new InvalidAnswersBody(messages)
  const reason = submission.reason?.trim()
  if (!reason) throw invalidAnswersError({ [PROPOSAL_REASON_FIELD]: FIELD_REQUIRED })
  const gone = await makeWay(tx, known, now)
  const id = runtime.newId()
  const proposedBy = actor.userId ?? ''
  const roundId = findRoundId(kind, subject)
  const ownerId = await findApprovingOrganisation(tx, action, kind, subject)
  const about = {
    ...{ subjectKind: kind, subjectId, subjectVersion: subject.version, action: actionName },
    ...{ known: hashFormFacts(known), reason, proposedBy },
    expiresOn: addDays(utcDayOf(now), PROPOSAL_DAYS),
  }
  const answers = submission.values
  const files = listFilesInAnswers(action, typedAnswers(action, submission.values, given))
  const changes = [
    create('proposal', {
      ...about,
      ...{
        id,
        answers,
        foreseen: { changes: whatChanges, sentences },
        ownerId,
        roundId,
        proposedAt: now,
        status: 'Waiting',
      },
      ...{ decidedBy: null, decidedAt: null, note: null },
    }),
    ...Object.values(files).map(file =>
      update('filedDocument', file, { ownerKind: 'proposal', ownerId: id }),
    ),
  ]
  const decided: ActionRequestResult = {
    message: `Proposed: ${action.title}. Nothing changes until someone else approves it`,
    nextAction: null,
    proposal: id,
    context: isCollection(kind) ? { kind: 'proposal', id } : { kind, id: subjectId },
  }
  const entry = {
    ...{ at: now, action: 'Propose', actorId: proposedBy, forClientId: null, roundId, fromStatus: null },
    ownerId: findOwnerId(kind, subject) ?? actor.organisationId,
    title: `Propose: ${action.title}`,
    message: `Proposed: ${action.title}; someone else must approve it`,
  }
  // The answers may be sealed or personal, and do not belong in the log before the act is done.
  const { reason: _, ...logged } = about
  await tx.applyAnd(changes, { now, newId: runtime.newId }, async () => {
    await notifyOfProposal(tx, { id, facts: { proposer: actor.name }, proposedBy, now })
    await Promise.all([
      appendLogEntries(tx.db, [
        ...gone.map(({ id: goneId, ...one }) => ({
          ...entry,
          ...one,
          ...{ actorId: null, subjectKind: 'proposal', subjectId: goneId, details: {} },
        })),
        {
          ...entry,
          subjectKind: 'proposal',
          subjectId: id,
          toStatus: 'Waiting',
          details: { ...logged, quote: reason },
        },
        ...(isCollection(kind)
          ? []
          : [{ ...entry, subjectKind: kind, subjectId, toStatus: null, details: { proposal: id } }]),
      ]),
      deleteDraft(tx.db, { ...request, userId: proposedBy }),
    ])
  })
  return decided
}

/**
 * Only one proposal of an act on a subject waits at a time; one that has expired or whose subject has changed is ended
 * first.
 */
const makeWay = async (
  tx: StoreTransaction,
  { action, subject }: AnsweredAction,
  now: Instant,
): Promise<
  { id: string; action: string; title: string; message: string; fromStatus: string; toStatus: string }[]
> => {
  const [waiting] = await tx.list('proposal', {
    subjectKind: action.on,
    subjectId: subject.id,
    action: action.name,
    status: 'Waiting',
  })
  if (!waiting) return []
  const isOver = waiting.expiresOn < utcDayOf(now)
  if (!isOver && waiting.subjectVersion === subject.version)
    throw conflictError(`${action.title} has already been proposed and needs a second approval`, 'proposed')
  const { id } = waiting
  const { name, title, to } = isOver ? { ...expireProposal, to: 'Expired' } : { ...voidProposal, to: 'Void' }
  const patch = { decidedAt: now }
  await tx.apply([{ change: 'move', kind: 'proposal', id, from: 'Waiting', to, patch }], {
    now,
    newId: () => '',
  })
  const on = { kind: 'proposal', id } as const
  await endWaitingItems(tx.db, {
    on,
    action: name,
    values: {},
    touched: [{ ...on, status: to }],
    round: undefined,
    now,
  })
  return [{ id, action: name, title, message: title, fromStatus: 'Waiting', toStatus: to }]
}
