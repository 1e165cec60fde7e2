import type { BiddingTimes } from '#domain/bidding-times'
import type { CreditType } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import type { BidderType, RoundStatus, WindowName } from '#domain/round'

/** A round that is open or to come, as the start page tells of it. */
export type StartRound = {
  id: string
  name: string
  market: string
  status: RoundStatus
  services: readonly CreditType[]
  bidderType: BidderType
  /** Catchments, planning authorities and character areas that it is for. */
  places: readonly string[]
} & BiddingTimes & { readonly [W in `${WindowName}${'Start' | 'End'}`]: Day | null }

/** What the start page is told. */
export interface StartView {
  today: Day
  rounds: readonly StartRound[]
  /** What settled rounds have come to, as far as anybody may know it. */
  figures: {
    rounds: number
    projects: number
    requirements: number
    units: readonly { creditType: CreditType; units: number }[]
  }
  /** Can organisations sign up by themselves? */
  signsUp: boolean
}
