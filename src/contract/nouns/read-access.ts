import { type Actor, isOperator, isOwnOrMerged } from '#domain/people/actor'
import { mayReadFigure } from '#domain/disclosure/disclosure'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import { isRepresentedBy, type Organisation } from '#domain/people/organisation'
import { type Project, SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { NOUNS, nounOf } from './nouns.ts'
import { textValue } from './ownership.ts'

/** Says whether this actor may read everything: staff of the market operator, and the system. */
export const mayReadAll = (actor: Actor): boolean => actor.userId === null || isOperator(actor)

/**
 * Says whether this actor may read the profile of an organisation, with its contact details, but without the things under it.
 * Participants choose their agents among all agencies (decision 0150).
 */
export const mayReadProfile = (organisation: Organisation, actor: Actor): boolean =>
  mayRead('organisation', organisation, actor) ||
  (organisation.type === 'AGENT' && actor.organisationType === 'PARTICIPANT')

/**
 * Says whether this actor may know a project by its name: because the actor may read it, or because the public register names it
 * (decision 0150).
 */
export const mayKnowName = (project: Project, actor: Actor): boolean =>
  mayRead('project', project, actor) || SOLD_PROJECT_STATUSES.some(status => status === project.status)

/** Read rules of the nouns that have their own. */
const OWN_RULES: { [K in StoredKind]?: (subject: EntityMap[K], actor: Actor) => boolean } = {
  round: ({ status }) => status !== 'Draft',
  user: ({ id, organisationId }, actor) =>
    id === actor.userId || (organisationId !== null && organisationId === actor.organisationId),
  organisation: (subject, actor) =>
    isOwnOrMerged(actor, subject.id) ||
    isRepresentedBy(subject, actor.organisationId) ||
    actor.authorities.some(held => held.clientId === subject.id),
  case: (subject, actor) => {
    const { ownerId, concernedIds, lpaId, concernedLpaIds, roundId } = subject
    const organisations = [ownerId, ...concernedIds]
    return (
      organisations.some(id => isOwnOrMerged(actor, id)) ||
      (actor.lpaId !== null && [lpaId, ...concernedLpaIds].includes(actor.lpaId)) ||
      actor.authorities.some(held => organisations.includes(held.clientId) && held.roundId === roundId)
    )
  },
  invoice: ({ partyId, roundId }, actor) =>
    mayReadFigure('organisationMoney', actor, { ownerId: partyId, roundId }, 'Settled'),
  proposal: ({ ownerId, proposedBy }, actor) =>
    proposedBy === actor.userId || (ownerId !== null && ownerId === actor.organisationId),
  agentAuthority: ({ clientId, agentId }, actor) =>
    actor.organisationId !== null && [clientId, agentId].includes(actor.organisationId),
}

/** Says whether this actor may read this thing: its own, a client's, its area's or a general one. Other code checks the readers of a parent. */
export const mayRead = <K extends StoredKind>(kind: K, subject: EntityMap[K], actor: Actor): boolean => {
  if (mayReadAll(actor)) return true
  switch (NOUNS[kind].readBy) {
    case 'everyone':
      return true
    case 'owner':
      return mayReadOwned(kind, subject, actor)
    case 'own rule':
      return OWN_RULES[kind]?.(subject, actor) ?? false
    case 'parent':
      return false
  }
}

const mayReadOwned = (kind: StoredKind, subject: object, actor: Actor): boolean => {
  const noun = nounOf(kind)
  const ownerId = textValue(subject, noun?.owner)
  const roundId = textValue(subject, 'roundId')
  if (isOwnOrMerged(actor, ownerId)) return true
  if (actor.authorities.some(held => held.clientId === ownerId && held.roundId === roundId)) return true
  return isInAreaOf(kind, subject, actor.lpaId)
}

/** Says whether this thing is in the area of a planning authority, and is not a draft and did not end as one. */
export const isInAreaOf = (kind: StoredKind, subject: object, lpaId: string | null): boolean => {
  const { area } = nounOf(kind) ?? {}
  return (
    area !== undefined &&
    lpaId !== null &&
    textValue(subject, area) === lpaId &&
    textValue(subject, 'status') !== 'Draft' &&
    textValue(subject, 'endedAs') !== 'Draft'
  )
}
