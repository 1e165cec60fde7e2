import type { BiddingTimes } from '#domain/round/bidding-times'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day } from '@credit-market/values/dates'
import type { BidderType, RoundStatus, RegistrationWindowName } from '#domain/round/round'

/** Open or announced round on the start page. */
export type StartPageRound = {
  id: string
  name: string
  market: string
  status: RoundStatus
  services: readonly CreditType[]
  bidderType: BidderType
  expectedFrom: Day | null
  /** Catchments, planning authorities and character areas of the round. */
  places: readonly string[]
} & BiddingTimes & { readonly [W in `${RegistrationWindowName}${'Start' | 'End'}`]: Day | null }

/** Data of the start page. */
export interface StartPageData {
  today: Day
  rounds: readonly StartPageRound[]
  /** Totals of settled rounds, as far as they are public. */
  figures: {
    rounds: number
    projects: number
    requirements: number
    units: readonly { creditType: CreditType; units: number }[]
  }
  /** Organisations can sign up by themselves. */
  signsUp: boolean
}
