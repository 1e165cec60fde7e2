import type { CreditType } from './credit-type.ts'
import type { Day, Instant } from '@credit-market/values/dates'
import type { BroadHabitat, Distinctiveness, Module } from '@credit-market/habitat-metric/habitat'
import type { Pence } from '@credit-market/values/money'
import type { Units } from '@credit-market/values/units'

/**
 * The input that a round passes to the matching engine: offers, bids, groups and reserve, frozen when the match
 * begins.
 */
export interface MatchProblem {
  version: 1
  roundId: string
  /** Day on which additional nutrient demand ends. */
  ampEnd: Day | null
  reserve: MatchReserve | null
  projects: MatchProject[]
  requirements: MatchRequirement[]
  groups: MatchGroup[]
}

export interface MatchReserve {
  /** Hundredths of a percent, so that 15% is 1500. */
  basisPoints: number
  appliesTo: 'allDemand' | 'ongoingDemand' | 'supply'
}

export interface MatchPlace {
  ncaId: string | null
  lpaId: string | null
  subcatchmentId: string | null
}

export interface MatchProject extends MatchPlace {
  id: string
  name: string
  /** The organisation that offers it, or the one that stands for its party: a player of the price rule. */
  supplierId: string
  /** The organisation that offers it, if another one stands for a party of several under common control. */
  ownerId?: string
  offer: Pence
  costs: {
    maintenance: Pence
    marketOperator: Pence
    complianceMonitoring: Pence
    performanceMonitoring: Pence
  }
  services: MatchService[]
  /** Instant of the last change of the offer; the fourth tie rule uses it. */
  offeredAt: Instant
}

export interface MatchService {
  id: string
  creditType: CreditType
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
  /** Units available from `start` (included) to `end` (excluded; null means for ever). In order, not overlapping. */
  supply: MatchSupply[]
}

export interface MatchSupply {
  start: Day
  end: Day | null
  units: Units
}

export interface MatchRequirement extends MatchPlace {
  id: string
  name: string
  /** The organisation that bids, or the one that stands for its party: a player of the price rule. */
  buyerId: string
  /** The organisation that bids, if another one stands for a party of several under common control. */
  ownerId?: string
  kind: 'Buyer' | 'Investor'
  creditType: CreditType
  /** Units of biodiversity and of investors, or a nutrient buyer's ongoing units. */
  ongoingUnits: Units
  /** A nutrient buyer's additional units until ampEnd; 0 for everything else. */
  additionalUnits: Units
  bid: Pence
  /** The bid for the ongoing units alone, if the buyer would accept only those. */
  bidOngoingOnly: Pence | null
  divisible: boolean
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
  redemptionDate: Day
  bidAt: Instant
}

export interface MatchGroup {
  id: string
  name: string
  of: 'project' | 'requirement'
  /** XOR: only one may win (up to 100 percent across requirements); AND: all must win. */
  type: 'XOR' | 'AND'
  ownerId: string
  memberIds: string[]
}

/** The sum of the four costs, in the unit of the arguments. */
export const totalCosts = ({
  maintenance,
  marketOperator,
  complianceMonitoring,
  performanceMonitoring,
}: MatchProject['costs']): number =>
  maintenance + marketOperator + complianceMonitoring + performanceMonitoring

/** True if only additional units are needed, and they end (with the AMP) by the redemption date. */
export const endsBeforeRedemption = (
  { ongoingUnits, redemptionDate }: { ongoingUnits: Units; redemptionDate: Day },
  ampEnd: Day | null,
): boolean => ongoingUnits === 0 && ampEnd !== null && redemptionDate >= ampEnd

/** Units that a reserve keeps of a quantity: its percentage, rounded up to a whole ten-thousandth. */
export const reserveUnits = (units: Units, basisPoints: number): Units =>
  Math.ceil((units * basisPoints) / 10_000)
