import type { CreditType } from './credit-type.ts'
import type { Day, Instant } from './dates.ts'
import type { BroadHabitat, Distinctiveness, Module } from './habitat.ts'
import type { Pence } from './money.ts'
import type { Units } from './units.ts'

/** What a round puts before the matching engine: the offers, bids, groups and reserve, frozen when the match begins. */
export interface MatchProblem {
  version: 1
  roundId: string
  /** Additional nutrient demand ends on this day. */
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
  /** The organisation that offers it: the player of the price rule. */
  supplierId: string
  offer: Pence
  costs: {
    maintenance: Pence
    marketOperator: Pence
    complianceMonitoring: Pence
    performanceMonitoring: Pence
  }
  services: MatchService[]
  /** When the offer was last changed; the fourth tie rule. */
  offeredAt: Instant
}

export interface MatchService {
  id: string
  creditType: CreditType
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
  /** Units available from `start` until (not including) `end`; null is for ever. In order, not overlapping. */
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
  /** The organisation that bids: the player of the price rule. */
  buyerId: string
  kind: 'Buyer' | 'Investor'
  creditType: CreditType
  /** Biodiversity and investors' units, or a nutrient buyer's ongoing units. */
  ongoingUnits: Units
  /** A nutrient buyer's additional units until ampEnd; 0 for everything else. */
  additionalUnits: Units
  bid: Pence
  /** The bid for the ongoing units alone, when that alone would be acceptable. */
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
