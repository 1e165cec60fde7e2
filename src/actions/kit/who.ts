import { isOperator, type Actor } from '#domain/actor'
import { PERMISSION_LABELS, type Permission } from '#domain/authority'
import type { Kind, SubjectOf } from '#domain/entities'
import { organisationOf, ownerOf, roundIdOf } from '#contract/ownership'
import type { Verdict } from '#domain/verdict'

/** One sort of person who may run an action: a name for the permission table, and a verdict. */
export interface Who {
  name: string
  admits: <K extends Kind>(actor: Actor, kind: K, subject: SubjectOf<K>) => Verdict
}

/** Staff of the market operator. */
export const operator: Who = {
  name: 'operator',
  admits: actor => isOperator(actor) || 'Only the market operator may do this',
}

/** A system administrator. */
export const sysadmin: Who = {
  name: 'sysadmin',
  admits: actor => actor.groups.includes('sysadmin') || 'Only a system administrator may do this',
}

/** The product itself. */
export const system: Who = {
  name: 'system',
  admits: actor => actor.userId === null || 'Only the system does this',
}

/** A user of the organisation whose thing it is. */
export const owner: Who = {
  name: 'owner',
  admits: (actor, kind, subject) =>
    (actor.organisationType === 'PARTICIPANT' && ownerOf(kind, subject) === actor.organisationId) ||
    'Only its owner may do this',
}

/** A user of the agency whose page it is. */
export const agency: Who = {
  name: 'agency',
  admits: (actor, kind, subject) =>
    (actor.organisationType === 'AGENT' && ownerOf(kind, subject) === actor.organisationId) ||
    'Only the agency itself may do this',
}

/** A user of the organisation itself, whatever its type; whoever is in no group has been refused before. */
export const member: Who = {
  name: 'its own people',
  admits: (actor, kind, subject) =>
    (actor.organisationId !== null && organisationOf(kind, subject) === actor.organisationId) ||
    'Only its own people may do this',
}

/** Any participant's user, where the subject is a round or a list and nobody's own. */
export const participant: Who = {
  name: 'participant',
  admits: actor => actor.organisationType === 'PARTICIPANT' || 'Only a participant may do this',
}

/** An agent whose approved authority gives this permission for the owner and the round of the subject, or a round yet to be chosen. */
export const agent = (permission: Permission, choosing?: 'another round'): Who => ({
  name: `agent: ${permission}${choosing ? ` in ${choosing}` : ''}`,
  admits: (actor, kind, subject) => {
    const client = ownerOf(kind, subject)
    const round = choosing ? null : roundIdOf(kind, subject)
    return (
      actor.authorities.some(
        held =>
          !held.hasEnded &&
          (client === null || held.clientId === client) &&
          (round === null || held.roundId === round) &&
          held.permissions.includes(permission),
      ) || `Needs an approved authority: ${PERMISSION_LABELS[permission]}`
    )
  },
})

/** The planning authority in whose area it lies. */
export const localAuthority: Who = {
  name: 'local planning authority',
  admits: (actor, _kind, subject) =>
    (actor.lpaId !== null && 'lpaId' in subject && subject.lpaId === actor.lpaId) ||
    'Only the local planning authority of the area may do this',
}

/** Whoever may see the subject: the runner has already answered 404 to everybody else. */
export const reader: Who = {
  name: 'everyone who may see it',
  admits: actor => actor.userId !== null || 'Sign in first',
}
