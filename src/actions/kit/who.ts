import { isOperator, type Actor } from '#domain/people/actor'
import { PERMISSION_LABELS, type Permission } from '#domain/people/authority'
import type { Kind, EntityOfKind } from '#domain/disclosure/entities'
import { findOrganisationId, findOwnerId, findRoundId } from '#contract/nouns/ownership'
import type { TrueOrReason } from '#domain/values/verdict'

/** A group of people who may run an action: its name in the permission table, and a verdict. */
export interface ActorGroup {
  name: string
  admits: <K extends Kind>(actor: Actor, kind: K, subject: EntityOfKind<K>) => TrueOrReason
}

/** Staff of the market operator. */
export const operator: ActorGroup = {
  name: 'operator',
  admits: actor => isOperator(actor) || 'Only the market operator can do this',
}

/** A system administrator. */
export const sysadmin: ActorGroup = {
  name: 'sysadmin',
  admits: actor => actor.groups.includes('sysadmin') || 'Only a system administrator can do this',
}

/** The system itself. */
export const system: ActorGroup = {
  name: 'system',
  admits: actor => actor.userId === null || 'Only the system can do this',
}

/** A user of the owning organisation. */
export const owner: ActorGroup = {
  name: 'owner',
  admits: (actor, kind, subject) =>
    (actor.organisationType === 'PARTICIPANT' && findOwnerId(kind, subject) === actor.organisationId) ||
    'Only the owner can do this',
}

/** A user of the agency whose page it is. */
export const agency: ActorGroup = {
  name: 'agency',
  admits: (actor, kind, subject) =>
    (actor.organisationType === 'AGENT' && findOwnerId(kind, subject) === actor.organisationId) ||
    'Only the agency can do this',
}

/** A user of the organisation itself, whatever its type; people without a group have been refused before. */
export const member: ActorGroup = {
  name: 'its own people',
  admits: (actor, kind, subject) =>
    (actor.organisationId !== null && findOrganisationId(kind, subject) === actor.organisationId) ||
    'Only people of the organisation can do this',
}

/** A user of any participant, if the subject is a round or a list without an owner. */
export const participant: ActorGroup = {
  name: 'participant',
  admits: actor => actor.organisationType === 'PARTICIPANT' || 'Only a participant can do this',
}

/** An agent whose approved authority gives this permission for the owner and round of the subject, or for a round still to be chosen. */
export const agent = (permission: Permission, choosing?: 'another round'): ActorGroup => ({
  name: `agent: ${permission}${choosing ? ` in ${choosing}` : ''}`,
  admits: (actor, kind, subject) => {
    const client = findOwnerId(kind, subject)
    const round = choosing ? null : findRoundId(kind, subject)
    return (
      actor.authorities.some(
        held =>
          !held.hasEnded &&
          (client === null || held.clientId === client) &&
          (round === null || held.roundId === round) &&
          held.permissions.includes(permission),
      ) || `You need an approved authority: ${PERMISSION_LABELS[permission]}`
    )
  },
})

/** The planning authority of the area. */
export const localAuthority: ActorGroup = {
  name: 'local planning authority',
  admits: (actor, _kind, subject) =>
    (actor.lpaId !== null && 'lpaId' in subject && subject.lpaId === actor.lpaId) ||
    'Only the local planning authority of the area can do this',
}

/** Anyone who may see the subject: the runner has already answered 404 to everyone else. */
export const reader: ActorGroup = {
  name: 'everyone who may see it',
  admits: actor => actor.userId !== null || 'Sign in first',
}
