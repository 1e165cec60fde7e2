import { CAPACITIES } from '#domain/capacity'
import { whyNotAdmitted } from '#domain/participation-rules'
import type { BidderType } from '#domain/round'
import { manyOf, notStored, whereAvailable } from '../kit/fields.ts'

type Rounds = readonly { id: string; bidderType: BidderType }[]

/** In which capacities somebody takes part: those that the round has, once it is known which round. */
export const capacityChoices = whereAvailable(
  notStored(manyOf('Capacity', CAPACITIES)),
  (
    choice,
    { marketRoundId }: { marketRoundId?: string | null },
    { bidderType, rounds }: { bidderType?: BidderType; rounds?: Rounds },
  ) => {
    const admits = bidderType ?? rounds?.find(({ id }) => id === marketRoundId)?.bidderType
    const capacity = CAPACITIES.filter(one => one === choice)
    return !admits || whyNotAdmitted(admits, capacity) === undefined
  },
)
