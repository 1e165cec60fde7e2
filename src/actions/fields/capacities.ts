import { CAPACITIES } from '#domain/values/capacity'
import { findAdmissionObstacle } from '#domain/round/participation-rules'
import type { BidderType } from '#domain/round/round'
import { manyOf, notStored, limitToAvailable } from '../kit/fields.ts'

const CAPACITIES_NOTE =
  'A supplier offers projects on land. A buyer needs credits for a development. An investor buys credits without a development.'

type Rounds = readonly { id: string; bidderType: BidderType }[]

/** Field for the capacities of a participation: those that the round has, once the round is chosen. */
export const capacitiesField = limitToAvailable(
  { ...notStored(manyOf('Capacity', CAPACITIES)), note: CAPACITIES_NOTE },
  (
    choice,
    { marketRoundId }: { marketRoundId?: string | null },
    { bidderType, rounds }: { bidderType?: BidderType; rounds?: Rounds },
  ) => {
    const admits = bidderType ?? rounds?.find(({ id }) => id === marketRoundId)?.bidderType
    const capacity = CAPACITIES.filter(one => one === choice)
    return !admits || findAdmissionObstacle(admits, capacity) === undefined
  },
)
