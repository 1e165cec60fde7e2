import { isOperator, type Actor } from './actor.ts'
import type { Permission } from './authority.ts'

/** May this actor do what the permission says for the organisation in the round: itself, the operator, or its agent? */
export const mayActFor = (
  actor: Actor,
  organisationId: string,
  roundId: string,
  permissions: readonly Permission[],
): boolean =>
  isOperator(actor) ||
  (actor.organisationType === 'PARTICIPANT' && actor.organisationId === organisationId) ||
  actor.authorities.some(
    held =>
      held.clientId === organisationId &&
      held.roundId === roundId &&
      !held.hasEnded &&
      held.permissions.some(permission => permissions.includes(permission)),
  )

/** The organisations for which somebody acts: the own one of a participant, or the clients of an agent. */
export const actedForBy = ({ organisationType, organisationId, authorities }: Actor): string[] =>
  organisationType === 'PARTICIPANT' && organisationId !== null
    ? [organisationId]
    : [...new Set(authorities.map(({ clientId }) => clientId))]

/** The agent who acts for somebody else, if one does: what is made then bears its name. */
export const agentIdOf = (actor: Actor): string | null =>
  actor.organisationType === 'AGENT' ? actor.organisationId : null
