import { isOperator, type Actor } from './actor.ts'
import type { Permission } from './authority.ts'

/** Says whether this actor may use the permission for the organisation in the round: as the organisation itself, the operator, or its agent. */
export const mayUsePermissionFor = (
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

/** Organisations for which the actor acts: a participant's own, or an agent's clients. */
export const representedOrganisationIds = ({
  organisationType,
  organisationId,
  authorities,
}: Actor): string[] =>
  organisationType === 'PARTICIPANT' && organisationId !== null
    ? [organisationId]
    : [...new Set(authorities.map(({ clientId }) => clientId))]

/** Id of an agent who acts for a client; null for everyone else. Records made by an agent carry this id. */
export const actingAgentId = (actor: Actor): string | null =>
  actor.organisationType === 'AGENT' ? actor.organisationId : null
