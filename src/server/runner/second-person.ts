import type { Action } from '#actions/kit/action'
import { create, type Read, update } from '#actions/kit/changes'
import { reachesOf } from '#actions/common/reaches'
import { type Act, needsApproval } from '#actions/common/second-person'
import { expire } from '#actions/proposal/expire'
import { makeVoid } from '#actions/proposal/make-void'
import { typedAnswers } from '#actions/kit/judge'
import { PROPOSAL_REASON, type Rehearsal } from '#contract/form'
import { organisationOf, ownerOf, roundIdOf } from '#contract/ownership'
import { addDays, dayOf, type Instant } from '#domain/dates'
import { isOperator } from '#domain/actor'
import type { Kind, SubjectOf } from '#domain/entities'
import { FIELD_REQUIRED } from '#domain/messages'
import { PROPOSAL_DAYS } from '#domain/proposal'
import { append } from '../store/activity.ts'
import { dropDraft } from '../store/drafts.ts'
import type { Tx } from '../store/store.ts'
import { hashOfKnown, type Part } from './carry-out.ts'
import { isCollection } from './facts.ts'
import type { Decided } from './idempotency.ts'
import { type ActionRequest, type Answered, filesIn } from './prepare.ts'
import { conflict, invalid, WrongAnswers } from './refusals.ts'
import { tellProposal } from './notices/after-action.ts'
import { endWaiting } from './notices/end.ts'
import type { Runtime } from './runtime.ts'

/** Is the act proposed in this installation, for somebody else to approve, rather than done? */
export const isToBeProposed = async (
  { secondPersonFor }: Pick<Runtime, 'secondPersonFor'>,
  read: Read,
  act: Act,
): Promise<boolean> =>
  secondPersonFor() === 'operator' &&
  needsApproval(act) &&
  !(await act.action.approvalWaived?.(read, act.subject))

/** The organisation whose people must agree, where it is done for an owner; null where another of the operator's staff does. */
export const approvingOwner = async (
  read: Read,
  { approval }: Action,
  kind: Kind,
  subject: SubjectOf<Kind>,
): Promise<string | null> => {
  if (approval === 'secondPerson') return null
  const ownerId = organisationOf(kind, subject)
  if (approval === 'owner' || ownerId === null) return ownerId
  const people = await read.list('user', { organisationId: ownerId, active: true })
  return people.some(({ admittedAt }) => admittedAt !== null) ? ownerId : null
}

/**
 * Refuses, as a mistake in the definition, an act that one of the operator's staff would do alone although what it changes is
 * nobody's to reach alone and its definition names no `approval`. Nothing is done then.
 */
export const refuseReachingAlone = (
  { secondPersonFor }: Pick<Runtime, 'secondPersonFor'>,
  { acting: { action, actor }, changes, round }: Pick<Part, 'acting' | 'changes' | 'round'>,
): void => {
  if (secondPersonFor() === 'nobody' || action.approval || !isOperator(actor) || actor.userId === null) return
  const [reach] = reachesOf(changes, round)
  if (reach) throw new Error(`${action.name} reaches ${reach}: say in its definition who approves it`)
}

/**
 * Keeps answers with what a rehearsal of them told, so that a second person may approve it. Throws `HttpError` 422 for what is
 * wrong with them and without a reason, and 409 while another proposal waits.
 */
export const propose = async (
  tx: Tx,
  runtime: Runtime,
  request: ActionRequest,
  known: Answered,
  rehearsal: Rehearsal,
  now: Instant,
): Promise<Decided> => {
  const { actor, kind, subjectId, actionName, submission } = request
  const { action, subject, given } = known
  const { changes: whatChanges, sentences, messages } = rehearsal
  if (messages.length > 0 || !whatChanges) throw new WrongAnswers(messages)
  const reason = submission.reason?.trim()
  if (!reason) throw invalid({ [PROPOSAL_REASON]: FIELD_REQUIRED })
  const gone = await makeWay(tx, known, now)
  const id = runtime.newId()
  const proposedBy = actor.userId ?? ''
  const roundId = roundIdOf(kind, subject)
  const ownerId = await approvingOwner(tx, action, kind, subject)
  const about = {
    ...{ subjectKind: kind, subjectId, subjectVersion: subject.version, action: actionName },
    ...{ known: hashOfKnown(known), reason, proposedBy },
    expiresOn: addDays(dayOf(now), PROPOSAL_DAYS),
  }
  const answers = submission.values
  const files = filesIn(action, typedAnswers(action, submission.values, given))
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
  const decided: Decided = {
    message: `Proposed: ${action.title}. Nothing is done yet; a second person must approve it`,
    nextAction: null,
    proposal: id,
    context: isCollection(kind) ? { kind: 'proposal', id } : { kind, id: subjectId },
  }
  const entry = {
    ...{ at: now, action: 'Propose', actorId: proposedBy, forClientId: null, roundId, fromStatus: null },
    ownerId: ownerOf(kind, subject) ?? actor.organisationId,
    title: `Propose: ${action.title}`,
    message: `Proposed: ${action.title}; it waits for a second person`,
  }
  // What was answered may be sealed or tell of people, and is not for the log before it is done.
  const { reason: _, ...logged } = about
  await tx.applyAnd(changes, { now, newId: runtime.newId }, async () => {
    await tellProposal(tx, { id, facts: { proposer: actor.name }, proposedBy, now })
    await Promise.all([
      append(tx.db, [
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
      dropDraft(tx.db, { ...request, userId: proposedBy }),
    ])
  })
  return decided
}

/** Of one act on one thing one proposal waits at a time; one that can no longer be approved makes way. */
const makeWay = async (
  tx: Tx,
  { action, subject }: Answered,
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
  const isOver = waiting.expiresOn < dayOf(now)
  if (!isOver && waiting.subjectVersion === subject.version)
    throw conflict(`${action.title} is proposed already, and waits for a second person`, 'proposed')
  const { id } = waiting
  const { name, title, to } = isOver ? { ...expire, to: 'Expired' } : { ...makeVoid, to: 'Void' }
  const patch = { decidedAt: now }
  await tx.apply([{ change: 'move', kind: 'proposal', id, from: 'Waiting', to, patch }], {
    now,
    newId: () => '',
  })
  const on = { kind: 'proposal', id } as const
  await endWaiting(tx.db, {
    on,
    action: name,
    values: {},
    touched: [{ ...on, status: to }],
    round: undefined,
    now,
  })
  return [{ id, action: name, title, message: title, fromStatus: 'Waiting', toStatus: to }]
}
