import { actingAgentId } from '#domain/people/agency'
import type { Actor } from '#domain/people/actor'
import type { Capacity } from '#domain/values/capacity'
import { notRegisteredMessage } from '../common/obstacle.ts'
import type { RoundToRegisterIn, RoundToRegisterInChoices } from '../fields/places.ts'
import { create, type Change } from '../kit/changes.ts'
import { name, oneOf, oneOfGiven, limitToAvailable } from '../kit/fields.ts'

/** Buyers need credits for a development, investors for an investment. */
export const REQUIREMENT_TYPES = ['Buyer', 'Investor'] as const satisfies readonly Capacity[]

/** Questions about every new requirement, whichever action adds it; `given` must be `RoundToRegisterInChoices` of buyers and investors. */
export const newRequirementFields = {
  marketRoundId: oneOfGiven('Market round', 'rounds'),
  name: { ...name('Name'), note: 'Such as the development, or what the investment is for.' },
  type: limitToAvailable(
    oneOf('Type', REQUIREMENT_TYPES),
    (
      type,
      { marketRoundId, buyerId }: { marketRoundId?: string | null; buyerId?: string | null },
      { places }: { places: readonly RoundToRegisterIn[] },
    ) =>
      places.some(
        place =>
          place.capacity === type &&
          (!marketRoundId || place.roundId === marketRoundId) &&
          (!buyerId || place.organisationId === buyerId),
      ),
  ),
}

/** Fills in the type if the organisation is registered in one capacity only. */
export const fillOnlyType = <A extends { marketRoundId?: string | null; type?: Capacity | null }>(
  answers: A,
  { places }: RoundToRegisterInChoices,
): A => {
  const types = REQUIREMENT_TYPES.filter(type =>
    places.some(place => place.capacity === type && place.roundId === answers.marketRoundId),
  )
  const [only, another] = types
  return answers.type || !only || another ? answers : { ...answers, type: only }
}

/** Checks that the organisation is registered in that round in the capacity of the requirement's type. */
export const checkRegisteredCapacity = (
  organisationId: string | null | undefined,
  { marketRoundId, type }: { marketRoundId?: string | null; type?: Capacity | null },
  { places }: RoundToRegisterInChoices,
): { type?: string } => {
  if (!organisationId || !marketRoundId || !type) return {}
  const isRegistered = places.some(
    place =>
      place.organisationId === organisationId && place.roundId === marketRoundId && place.capacity === type,
  )
  return isRegistered ? {} : { type: notRegisteredMessage(type) }
}

/** Warns that nothing can be added without a round to register in. */
export const warnNoBuyerRound = ({ rounds }: RoundToRegisterInChoices): { marketRoundId?: string } =>
  rounds.length === 0
    ? { marketRoundId: 'Not registered as a buyer or investor in any open market rounds' }
    : {}

/** A buyer's or investor's new requirement, as a draft. */
export const createNewRequirementRow = (
  buyerId: string,
  values: { marketRoundId: string; name: string; type: 'Buyer' | 'Investor' },
  { actor, newId }: { actor: Actor; newId: () => string },
): Change =>
  create('requirement', {
    id: newId(),
    roundId: values.marketRoundId,
    buyerId,
    agentId: actingAgentId(actor),
    name: values.name,
    type: values.type,
    status: 'Draft',
  })
