import { type CreditType, isNutrient } from '@credit-market/matching/problem/credit-type'
import { isInDayWindow, type Day, type Instant, type DayWindow } from '@credit-market/values/dates'
import type { Capacity } from '../values/capacity.ts'
import type { StoredRow } from '../values/subject.ts'

export const ROUND_STATUSES = [
  'Draft',
  'Open',
  'Closed',
  'OpenForBidsAndOffers',
  'ClosedForBidsAndOffers',
  'Pending',
  'Matching',
  'Matched',
  'Failed',
  'Rejected',
  'Settled',
] as const
export type RoundStatus = (typeof ROUND_STATUSES)[number]

/** A status within a sentence: "the market round is …". */
export const ROUND_STATUS_WORDS: Record<RoundStatus, string> = {
  Draft: 'a draft',
  Open: 'open for registration',
  Closed: 'closed for registration',
  OpenForBidsAndOffers: 'open for bids and offers',
  ClosedForBidsAndOffers: 'closed for bids and offers',
  Pending: 'pending',
  Matching: 'being matched',
  Matched: 'matched',
  Failed: 'not matched',
  Rejected: 'rejected',
  Settled: 'settled',
}

/** Statuses in which groups may be made and changed, until the round closes for bids and offers. */
export const ROUND_STATUSES_BEFORE_BIDS_CLOSE = ROUND_STATUSES.slice(
  0,
  ROUND_STATUSES.indexOf('ClosedForBidsAndOffers'),
)

/** Statuses before settlement: afterwards no step of a round is left. */
export const UNSETTLED_ROUND_STATUSES = ROUND_STATUSES.filter(status => status !== 'Settled')

export const BIDDER_TYPES = ['Buyers', 'Investors', 'BuyersAndInvestors'] as const
export type BidderType = (typeof BIDDER_TYPES)[number]
export const BIDDER_TYPE_LABELS: Record<BidderType, string> = {
  Buyers: 'Buyers only',
  Investors: 'Investors only',
  BuyersAndInvestors: 'Both buyers and investors',
}

/** Supply of a biodiversity service: all net units from delivery on, or the gains year by year. */
export const BIODIVERSITY_SUPPLY_RULES = ['fromDelivery', 'asGained'] as const
export type BiodiversitySupplyRule = (typeof BIODIVERSITY_SUPPLY_RULES)[number]
export const BIODIVERSITY_SUPPLY_RULE_LABELS: Record<BiodiversitySupplyRule, string> = {
  fromDelivery: 'In full from delivery',
  asGained: 'Year by year as gained',
}

export const RESERVE_APPLIES_TO = ['allDemand', 'ongoingDemand', 'supply'] as const
export type ReserveAppliesTo = (typeof RESERVE_APPLIES_TO)[number]

/** One run of a market, from registration to settlement. */
export interface Round extends StoredRow {
  marketId: string
  name: string
  status: RoundStatus
  services: CreditType[]
  standardIds: string[]
  projectTypeIds: string[]
  ncaIds: string[]
  lpaIds: string[]
  subcatchmentIds: string[]
  bidderType: BidderType
  ampEnd: Day | null
  /** Counting of biodiversity supply (decision 0049). */
  biodiversitySupply: BiodiversitySupplyRule
  /** First day of the season in which a draft is expected to open; null if it is not announced. It stays when the round opens. */
  expectedFrom: Day | null
  suppliersStart: Day | null
  suppliersEnd: Day | null
  buyersStart: Day | null
  buyersEnd: Day | null
  projectsStart: Day | null
  projectsEnd: Day | null
  requirementsStart: Day | null
  requirementsEnd: Day | null
  /** Opening and closing times of bids and offers by the database's clock; null if the operator opens or closes by hand. */
  bidsOpen: Instant | null
  bidsClose: Instant | null
  /** Null: not decided; false: explicitly no reserve. */
  hasReserve: boolean | null
  /** Hundredths of a percent, so that 15% is 1500. */
  reserveBasisPoints: number | null
  reserveAppliesTo: ReserveAppliesTo | null
  agreedWithEMB: boolean | null
  /** Greatest gap, in hundredths of a percent, at which a best known match may be used; null if none may. */
  bestKnownGapBasisPoints: number | null
  /** True if organisations under common control, declared by both or recorded by the operator, are matched as one party. */
  joinsCommonControl: boolean
  /** True if losers see the amount at which they would have tied. */
  tellsCriticalAmounts: boolean
  rejectionReason: string | null
  /** Reason for a match that began before a witness co-signed the close; null otherwise. */
  unwitnessedReason: string | null
  /** Minutes that the latest match may take; null for the usual time. */
  matchMinutes: number | null
  /** Requirements whose bid the latest match leaves out, because their deposit was missing when it was decided (decision 0248). */
  withoutDeposit: string[]
  settledAt: Instant | null
  /**
   * How far the accepted match may be below the best possible one, in millionths of that, rounded up; null if it is proven or was
   * made elsewhere.
   */
  settledGapMillionths: number | null
  /** Time at which two people approved allocation and issue for the round; null before. */
  allocationApprovedAt: Instant | null
  /** SHA-256 of the file with which anyone can check its match; null if none is published. */
  instanceSha256: string | null
  /** SHA-256 of a better match that someone handed in. */
  betterMatchSha256: string | null
}

export type RegistrationWindowName = 'suppliers' | 'buyers' | 'projects' | 'requirements'

/** Window in which participants of one kind register, or their projects or requirements. */
export const registrationWindow = (round: Round, name: RegistrationWindowName): DayWindow => ({
  start: round[`${name}Start`],
  end: round[`${name}End`],
})

/**
 * Says whether this kind of registration is possible on this day: in its window while the round is open, and for the operator
 * until bidding begins.
 */
export const isRegistrationOpen = (
  status: RoundStatus,
  window: DayWindow,
  today: Day,
  byOperator: boolean,
): boolean =>
  byOperator
    ? ['Draft', 'Open', 'Closed'].includes(status)
    : status === 'Open' && isInDayWindow(today, window)

/** Says whether all four pairs of registration dates are set, as a round needs before it opens. */
export const hasAllRegistrationDates = (round: Round): boolean =>
  (['suppliers', 'buyers', 'projects', 'requirements'] as const).every(
    name => round[`${name}Start`] !== null && round[`${name}End`] !== null,
  )

/** Capacities in which an organisation can take part, by the round's bidder type. */
export const capacitiesOfBidderType = (bidderType: BidderType): Capacity[] => [
  'Supplier',
  ...(bidderType === 'Investors' ? [] : (['Buyer'] as const)),
  ...(bidderType === 'Buyers' ? [] : (['Investor'] as const)),
]

/** Says whether the round trades nitrogen or phosphorous and so needs ampEnd and subcatchments. */
export const tradesNutrients = (services: CreditType[]): boolean => services.some(isNutrient)
