import { representedOrganisationIds, mayUsePermissionFor } from '#domain/people/agency'
import { isOperator, type Actor } from '#domain/people/actor'
import type { Capacity } from '#domain/values/capacity'
import { takesPartInCapacity } from '#domain/round/participation'
import type { Read } from '../kit/changes.ts'
import type { Choice } from '../kit/fields.ts'
import { readRoundChoices } from './rounds-to-choose.ts'
import { toChoice } from '../kit/fields.ts'

/** An organisation that is registered in this capacity in a round that is open for registration. */
export interface RoundToRegisterIn {
  organisationId: string
  roundId: string
  capacity: Capacity
}

/** Options of an actor to add a project or requirement: participations, with their rounds and organisations. */
export interface RoundToRegisterInChoices {
  places: RoundToRegisterIn[]
  rounds: Choice[]
  organisations: Choice[]
}

/** Options of one organisation, or of all that the actor may register items for. */
export const readRoundsToRegisterIn = async (
  read: Read,
  actor: Actor,
  capacities: readonly Capacity[],
  organisation?: { id: string },
): Promise<RoundToRegisterInChoices> => {
  const open = await readRoundChoices(read, ['Open'])
  const participations = await read.list('participation', {
    roundId: open.map(({ id }) => id),
    capacity: capacities,
    ...(organisation
      ? { organisationId: organisation.id }
      : !isOperator(actor) && { organisationId: representedOrganisationIds(actor) }),
  })
  const places = participations
    .filter(takesPartInCapacity)
    .map(({ organisationId, roundId, capacity }) => ({ organisationId, roundId, capacity }))
    .filter(({ organisationId, roundId }) =>
      mayUsePermissionFor(actor, organisationId, roundId, ['RegisterForRound']),
    )
  const organisations = await read.list('organisation', { id: places.map(place => place.organisationId) })
  return {
    places,
    rounds: open.filter(round => places.some(place => place.roundId === round.id)).map(toChoice),
    organisations: organisations.map(toChoice),
  }
}
