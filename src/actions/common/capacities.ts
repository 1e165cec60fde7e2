import { CAPACITIES, type Capacity } from '#domain/capacity'
import { whyNotAdmitted } from '#domain/participation-rules'
import type { BidderType } from '#domain/round'
import { manyOf, notStored } from '../kit/fields.ts'

/** In which capacities somebody takes part: those that the round has, once it is known which round. */
export const capacityChoices = {
  ...notStored(manyOf('Capacity', CAPACITIES)),
  offers: (
    capacity: string,
    answers: { marketRoundId?: string | null },
    given: { bidderType?: BidderType; rounds?: readonly { id: string; bidderType: BidderType }[] },
  ): boolean => {
    const chosen = given.rounds?.find(({ id }) => id === answers.marketRoundId)
    const bidderType = given.bidderType ?? chosen?.bidderType
    return !bidderType || whyNotAdmitted(bidderType, [capacity as Capacity]) === undefined
  },
}
