import { agentIdOf } from '#domain/agency'
import type { Actor } from '#domain/actor'
import type { Capacity } from '#domain/capacity'
import { notRegisteredAs } from '../common/obstacle.ts'
import type { Place, Places } from '../common/places.ts'
import { create, type Change } from '../kit/changes.ts'
import { name, oneOf, oneOfGiven, whereAvailable } from '../kit/fields.ts'

/** Buyers need credits for a development, investors for an investment. */
export const REQUIREMENT_TYPES = ['Buyer', 'Investor'] as const satisfies readonly Capacity[]

/** What is asked of every new requirement, whichever door it comes in by; `given` must be `Places` of buyers and investors. */
export const newRequirementFields = {
  marketRoundId: oneOfGiven('Market round', 'rounds'),
  name: name('Name'),
  type: whereAvailable(
    oneOf('Type', REQUIREMENT_TYPES),
    (
      type,
      { marketRoundId, buyerId }: { marketRoundId?: string | null; buyerId?: string | null },
      { places }: { places: readonly Place[] },
    ) =>
      places.some(
        place =>
          place.capacity === type &&
          (!marketRoundId || place.roundId === marketRoundId) &&
          (!buyerId || place.organisationId === buyerId),
      ),
  ),
}

/** In a round in which somebody is registered in one capacity only, that is the type. */
export const withOnlyType = <A extends { marketRoundId?: string | null; type?: Capacity | null }>(
  answers: A,
  { places }: Places,
): A => {
  const types = REQUIREMENT_TYPES.filter(type =>
    places.some(place => place.capacity === type && place.roundId === answers.marketRoundId),
  )
  const [only, another] = types
  return answers.type || !only || another ? answers : { ...answers, type: only }
}

/** The organisation must be registered in that round in the capacity that the type of the requirement asks for. */
export const checkPlace = (
  organisationId: string | null | undefined,
  { marketRoundId, type }: { marketRoundId?: string | null; type?: Capacity | null },
  { places }: Places,
): { type?: string } => {
  if (!organisationId || !marketRoundId || !type) return {}
  const isRegistered = places.some(
    place =>
      place.organisationId === organisationId && place.roundId === marketRoundId && place.capacity === type,
  )
  return isRegistered ? {} : { type: notRegisteredAs(type) }
}

/** Without a round to register in, nothing can be added. */
export const warnNoBuyerRound = ({ rounds }: Places): { marketRoundId?: string } =>
  rounds.length === 0
    ? { marketRoundId: 'Not registered as a buyer or investor in any open market rounds' }
    : {}

/** The new requirement of a buyer or investor, as a draft. */
export const newRequirement = (
  buyerId: string,
  values: { marketRoundId: string; name: string; type: 'Buyer' | 'Investor' },
  { actor, newId }: { actor: Actor; newId: () => string },
): Change =>
  create('requirement', {
    id: newId(),
    roundId: values.marketRoundId,
    buyerId,
    agentId: agentIdOf(actor),
    name: values.name,
    type: values.type,
    status: 'Draft',
  })
