import { findOwnerId, findRoundId } from '#contract/nouns/ownership'
import { partsIn, PARTY_PARTS } from '#domain/case/case-message'
import { isOneOf } from '#domain/values/narrow'
import type { ActorGroup } from '../kit/who.ts'

/**
 * An agent of the owner in the round of the subject, also once that round has ended: only for what binds no one, such as a report
 * (decision 0214).
 */
export const agentOfRound: ActorGroup = {
  name: 'agent of the round',
  admits: (actor, kind, subject) =>
    actor.authorities.some(
      held => held.clientId === findOwnerId(kind, subject) && held.roundId === findRoundId(kind, subject),
    ) || 'Only an agent of the owner in this round can do this',
}

/** A party of a case, which is the owner of its subject or an organisation that it concerns, and their agents in the round. */
export const party: ActorGroup = {
  name: 'party of the case',
  admits: (actor, _kind, subject) =>
    ('concernedIds' in subject && partsIn(subject, actor).some(({ part }) => isOneOf(PARTY_PARTS, part))) ||
    'Only those whom the case concerns can do this',
}
