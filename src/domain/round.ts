import type { CreditType } from './credit-type.ts'
import { isNutrient } from './credit-type.ts'
import { within, type Day, type Instant, type DayWindow } from './dates.ts'
import type { Capacity } from './capacity.ts'
import type { Stored } from './subject.ts'

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

/** Until the round closes for bids and offers, groups may still be made and changed. */
export const BEFORE_BIDS_CLOSE = ROUND_STATUSES.slice(0, ROUND_STATUSES.indexOf('ClosedForBidsAndOffers'))

/** While a round may still come to something: once it is settled, no step of it is left. */
export const UNTIL_SETTLED = ROUND_STATUSES.filter(status => status !== 'Settled')

export const BIDDER_TYPES = ['Buyers', 'Investors', 'BuyersAndInvestors'] as const
export type BidderType = (typeof BIDDER_TYPES)[number]
export const BIDDER_TYPE_LABELS: Record<BidderType, string> = {
  Buyers: 'Buyers only',
  Investors: 'Investors only',
  BuyersAndInvestors: 'Both buyers and investors',
}

/** How a biodiversity service supplies its net units: all of them from delivery on, or year by year as they are gained. */
export const BIODIVERSITY_SUPPLIES = ['fromDelivery', 'asGained'] as const
export type BiodiversitySupply = (typeof BIODIVERSITY_SUPPLIES)[number]
export const BIODIVERSITY_SUPPLY_LABELS: Record<BiodiversitySupply, string> = {
  fromDelivery: 'In full from delivery',
  asGained: 'Year by year as gained',
}

export const RESERVE_APPLIES_TO = ['allDemand', 'ongoingDemand', 'supply'] as const
export type ReserveAppliesTo = (typeof RESERVE_APPLIES_TO)[number]

/** One run of a market, from registration to settlement. */
export interface Round extends Stored {
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
  /** How biodiversity supply counts in it (decision 0049). */
  biodiversitySupply: BiodiversitySupply
  suppliersStart: Day | null
  suppliersEnd: Day | null
  buyersStart: Day | null
  buyersEnd: Day | null
  projectsStart: Day | null
  projectsEnd: Day | null
  requirementsStart: Day | null
  requirementsEnd: Day | null
  /** When bids and offers open and close by the database's clock; null where that is done by hand. */
  bidsOpen: Instant | null
  bidsClose: Instant | null
  /** null: not yet decided; false: explicitly no reserve. */
  hasReserve: boolean | null
  /** Hundredths of a percent, so that 15% is 1500. */
  reserveBasisPoints: number | null
  reserveAppliesTo: ReserveAppliesTo | null
  agreedWithEMB: boolean | null
  /** Is a loser told the amount at which its offer or bid would have tied? */
  tellsCriticalAmounts: boolean
  rejectionReason: string | null
  /** Why its match began before a witness had co-signed the close; null where it did not. */
  unwitnessedReason: string | null
  settledAt: Instant | null
  /** When two people approved that rights are allocated and credits issued in it; null before. */
  allocationApprovedAt: Instant | null
  /** SHA-256 of the file by which anybody can check its match; null where none is published. */
  instanceSha256: string | null
  /** The same of a better match that somebody handed in. */
  betterMatchSha256: string | null
}

export type WindowName = 'suppliers' | 'buyers' | 'projects' | 'requirements'

/** The days on which one kind of registration may be made. */
export const windowOf = (round: Round, name: WindowName): DayWindow => ({
  start: round[`${name}Start`],
  end: round[`${name}End`],
})

/** May this kind of registration be made on this day: in its window while the round is open, by the operator until bidding begins. */
export const isRegistrationOpen = (
  status: RoundStatus,
  window: DayWindow,
  today: Day,
  byOperator: boolean,
): boolean =>
  byOperator ? ['Draft', 'Open', 'Closed'].includes(status) : status === 'Open' && within(today, window)

/** Are all four pairs of registration dates set? Windows need them before a round opens. */
export const hasAllDates = (round: Round): boolean =>
  (['suppliers', 'buyers', 'projects', 'requirements'] as const).every(
    name => round[`${name}Start`] !== null && round[`${name}End`] !== null,
  )

/** The capacities in which an organisation can take part, by the round's bidder type. */
export const capacitiesOf = (bidderType: BidderType): Capacity[] => [
  'Supplier',
  ...(bidderType === 'Investors' ? [] : (['Buyer'] as const)),
  ...(bidderType === 'Buyers' ? [] : (['Investor'] as const)),
]

/** Does the round trade nitrogen or phosphorous, so that ampEnd and subcatchments are needed? */
export const tradesNutrients = (services: CreditType[]): boolean => services.some(isNutrient)
