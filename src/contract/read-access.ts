import { type Actor, isOperator, isOwnHistory } from '#domain/actor'
import type { Entities, StoredKind } from '#domain/entities'
import { isInCareOf, type Organisation } from '#domain/organisation'
import { type Project, SOLD_PROJECTS } from '#domain/project'
import { NOUNS, nounOf } from './nouns.ts'
import { textIn } from './ownership.ts'

/** Does this actor read everything: the market operator's staff, and the product itself? */
export const readsAll = (actor: Actor): boolean => actor.userId === null || isOperator(actor)

/**
 * May this actor read the profile of an organisation: who it is and how to reach it, and nothing that lies under it?
 * Participants choose their agents among all agencies (decision 0150).
 */
export const mayReadProfile = (organisation: Organisation, actor: Actor): boolean =>
  mayRead('organisation', organisation, actor) ||
  (organisation.type === 'AGENT' && actor.organisationType === 'PARTICIPANT')

/**
 * May this actor know a project by its name: because it may read it, or because the public register names it to anybody
 * (decision 0150)?
 */
export const mayKnowName = (project: Project, actor: Actor): boolean =>
  mayRead('project', project, actor) || SOLD_PROJECTS.some(status => status === project.status)

/** The rules of the nouns that are read by a rule of their own. */
const OWN_RULES: { [K in StoredKind]?: (subject: Entities[K], actor: Actor) => boolean } = {
  round: ({ status }) => status !== 'Draft',
  user: ({ id, organisationId }, actor) =>
    id === actor.userId || (organisationId !== null && organisationId === actor.organisationId),
  organisation: (subject, actor) =>
    isOwnHistory(actor, subject.id) ||
    isInCareOf(subject, actor.organisationId) ||
    actor.authorities.some(held => held.clientId === subject.id),
  proposal: ({ ownerId, proposedBy }, actor) =>
    proposedBy === actor.userId || (ownerId !== null && ownerId === actor.organisationId),
  agentAuthority: ({ clientId, agentId }, actor) =>
    actor.organisationId !== null && [clientId, agentId].includes(actor.organisationId),
}

/** May this actor read this thing of its own, a client's, its area's or everybody's? Whoever may read its parent is asked for elsewhere. */
export const mayRead = <K extends StoredKind>(kind: K, subject: Entities[K], actor: Actor): boolean => {
  if (readsAll(actor)) return true
  switch (NOUNS[kind].readBy) {
    case 'everybody':
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
  const ownerId = textIn(subject, noun?.owner)
  const roundId = textIn(subject, 'roundId')
  if (isOwnHistory(actor, ownerId)) return true
  if (actor.authorities.some(held => held.clientId === ownerId && held.roundId === roundId)) return true
  return isInAreaOf(kind, subject, actor.lpaId)
}

/** Is this a thing of the area of a planning authority, and no draft, nor one that ended as a draft? */
export const isInAreaOf = (kind: StoredKind, subject: object, lpaId: string | null): boolean => {
  const { area } = nounOf(kind) ?? {}
  return (
    area !== undefined &&
    lpaId !== null &&
    textIn(subject, area) === lpaId &&
    textIn(subject, 'status') !== 'Draft' &&
    textIn(subject, 'endedAs') !== 'Draft'
  )
}
