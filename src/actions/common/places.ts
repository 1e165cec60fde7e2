import { actedForBy, mayActFor } from '#domain/agency'
import { isOperator, type Actor } from '#domain/actor'
import type { Capacity } from '#domain/capacity'
import { takesPart } from '#domain/participation'
import type { Read } from '../kit/changes.ts'
import type { Choice } from '../kit/fields.ts'
import { roundsToChoose } from '../organisation/rounds-to-choose.ts'
import { choiceOf } from './choice-of.ts'

/** An organisation that is registered, in this capacity, in a round that is open for registration. */
export interface Place {
  organisationId: string
  roundId: string
  capacity: Capacity
}

/** Where an actor may add a project or requirement: the places, and the rounds and organisations among them. */
export interface Places {
  places: Place[]
  rounds: Choice[]
  organisations: Choice[]
}

/** The places of one organisation, or of all for which the actor may register things. */
export const placesFor = async (
  read: Read,
  actor: Actor,
  capacities: readonly Capacity[],
  organisation?: { id: string },
): Promise<Places> => {
  const open = await roundsToChoose(read, ['Open'])
  const participations = await read.list('participation', {
    roundId: open.map(({ id }) => id),
    capacity: capacities,
    ...(organisation
      ? { organisationId: organisation.id }
      : !isOperator(actor) && { organisationId: actedForBy(actor) }),
  })
  const places = participations
    .filter(takesPart)
    .map(({ organisationId, roundId, capacity }) => ({ organisationId, roundId, capacity }))
    .filter(({ organisationId, roundId }) => mayActFor(actor, organisationId, roundId, ['RegisterForRound']))
  const organisations = await read.list('organisation', { id: places.map(place => place.organisationId) })
  return {
    places,
    rounds: open.filter(round => places.some(place => place.roundId === round.id)).map(choiceOf),
    organisations: organisations.map(choiceOf),
  }
}
