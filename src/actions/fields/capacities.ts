import { CAPACITIES } from '#domain/values/capacity'
import { findAdmissionObstacle } from '#domain/round/participation-rules'
import type { Participation } from '#domain/round/participation'
import type { BidderType } from '#domain/round/round'
import { manyOf, notStored, limitToAvailable } from '../kit/fields.ts'

const CAPACITIES_NOTE =
  'A supplier offers projects on land. A buyer needs credits for a development. An investor buys credits without a development.'

interface Asked {
  marketRoundId?: string | null
  organisationId?: string | null
}

interface Facts {
  bidderType?: BidderType
  rounds?: readonly { id: string; bidderType: BidderType }[]
  ownId?: string | null
  participations?: readonly Pick<Participation, 'organisationId' | 'roundId' | 'capacity' | 'status'>[]
}

/**
 * Field for the capacities of a participation: those that the round has, once the round is chosen, without those in
 * which the organisation is registered there. A withdrawn capacity stays, because its message says who can reinstate it.
 */
export const capacitiesField = limitToAvailable(
  { ...notStored(manyOf('Capacity', CAPACITIES)), note: CAPACITIES_NOTE },
  (
    choice,
    { marketRoundId = null, organisationId }: Asked,
    { bidderType, rounds, ownId, participations = [] }: Facts,
  ) => {
    const admits = bidderType ?? rounds?.find(({ id }) => id === marketRoundId)?.bidderType
    const capacity = CAPACITIES.filter(one => one === choice)
    const isHeld = participations.some(
      one =>
        one.organisationId === (organisationId ?? ownId) &&
        (marketRoundId === null || one.roundId === marketRoundId) &&
        one.capacity === choice &&
        (one.status === 'Provisional' || one.status === 'Registered'),
    )
    return !admits || (!isHeld && findAdmissionObstacle(admits, capacity) === undefined)
  },
)
