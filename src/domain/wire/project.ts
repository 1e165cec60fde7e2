import type { Day, Instant } from '../dates.ts'
import type { CreditType } from '../credit-type.ts'
import type { BroadHabitat, Condition, Distinctiveness, Module } from '../habitat.ts'
import type { GroupType } from '../group.ts'
import type { LossReason } from '../match-solution.ts'
import type { Certification, Duration, ProjectStatus } from '../project.ts'
import type { NutrientNeed, RequirementStatus } from '../requirement.ts'
import type { RoundStatus } from '../round.ts'
import type { CertificationDecision, CertificationStatus } from '../service.ts'
import type { CreditStatus } from '../credit.ts'
import type { Named, NextThing, Resource } from './general.ts'
import type { NextCompliance } from './history.ts'

export type RoundOfItem = Named & { status: RoundStatus; marketId: string; market: string }

export interface Quantity {
  creditType: CreditType
  units: number
}

/** What the credits of some projects or requirements come to, of one type. */
export interface SoldTotal {
  creditType: CreditType
  sold: number
  reserved: number
  unused: number
}

export interface ProjectRow extends Named {
  round: RoundOfItem
  supplier: Named
  type: Named | null
  status: ProjectStatus
  nca: Named | null
  lpa: Named | null
  subcatchment: Named | null
  /** The most units supplied at one time, by credit type. */
  credits: Quantity[]
  /** Pounds; null when none has been made or when sealed from this reader. */
  offer: number | null
  /** An offer exists but this reader may not know its amount yet. */
  offerIsSealed: boolean
  group: Named | null
  start: Day | null
  /** What must be done by when, where the last compliance check was not passed. */
  nextCompliance: NextCompliance | null
}

export interface ServiceView {
  id: string
  creditType: CreditType
  status: CertificationStatus
  creditStatus: CreditStatus
  duration: Duration
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
  condition: Condition | null
  size: number
  sizeUnit: 'Ha' | 'Km'
  strategicSignificance: string | null
  mitigationBegins: Day
  units: number
  baselineUnitsLost: number | null
  yearsToTargetCondition: number | null
  standard: Named | null
  decision: CertificationDecision | null
  unitsPerPeriod: { start: Day; end: Day | null; units: number }[]
}

/** The costs that the operator adds, in pounds. */
export interface CostsView {
  maintenance: number
  marketOperator: number
  complianceMonitoring: number
  performanceMonitoring: number
}

/** What became of one offer or bid, for its owner and the operator. Money in pounds. */
export interface ItemResult {
  won: boolean
  /** The winning bid, or the total ask that won. */
  value: number
  share: number
  /** Positive is paid, negative is received. */
  payment: number
  reason: LossReason | null
  sentence: string
  /** Percent of the requirement won; 100 for projects that won. */
  percent: number
  ongoingOnly: boolean
  surplusOfRound: number
}

export interface GroupOfItem extends Named {
  type: GroupType
  members: Named[]
}

export interface ProjectView extends Resource, Omit<ProjectRow, 'id' | 'name' | 'group'> {
  agent: Named | null
  isFixedTerm: boolean
  mitigationDurations: Duration[]
  creditTypes: CreditType[]
  nearAddress: string | null
  gridReference: string | null
  threeWords: string | null
  screeningComment: string | null
  reviewReason: string | null
  certification: Certification | null
  costs: CostsView | null
  offeredAt: Instant | null
  group: GroupOfItem | null
  services: ServiceView[]
  credits: Quantity[]
  /** After settlement: its credits, sold, reserved and unused. */
  settled: CreditRow[]
  result: ItemResult | null
  next: NextThing[]
}

export interface CreditRow {
  id: string
  /** null when the reader may not see it. */
  project: Named | null
  /** null for the reserve and what is unused, and when the reader may not see it. */
  requirement: Named | null
  round: Named
  creditType: CreditType
  status: CreditStatus
  /** The status in words; Reserved for the reserve until it is issued. */
  label: string
  isReserved: boolean
  /** It meets somebody's need, whether the reader may see whose or not. */
  isSold: boolean
  isPermanent: boolean
  years: number | null
  units: number
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
  unitsPerPeriod: { start: Day; end: Day | null; units: number }[]
  /** Which units it holds in each period; none while they are not certified. */
  serials: string[]
}

/** A credit with all that has happened to its units since they were certified. */
export interface CreditHistory extends CreditRow {
  history: { at: Instant; title: string; status: CreditStatus | null; units: number; serials: string[] }[]
}

/** What credits of one type in one status come to. */
export interface CreditTotal {
  creditType: CreditType
  status: CreditStatus
  label: string
  credits: number
  units: number
}

export interface RequirementRow extends Named {
  round: RoundOfItem
  buyer: Named
  type: 'Buyer' | 'Investor'
  status: RequirementStatus
  creditType: CreditType | null
  /** Ongoing units, or all of them for biodiversity and investors. */
  units: number | null
  additionalUnits: number | null
  nca: Named | null
  lpa: Named | null
  subcatchment: Named | null
  redemptionDate: Day | null
  bid: number | null
  bidIsSealed: boolean
  group: Named | null
}

export interface RequirementView extends Resource, Omit<RequirementRow, 'id' | 'name' | 'group'> {
  agent: Named | null
  nutrientType: NutrientNeed | null
  nutrientAcceptOngoingOnly: boolean | null
  broadHabitat: BroadHabitat | null
  habitatType: string | null
  distinctiveness: Distinctiveness | null
  module: Module | null
  isDivisible: boolean | null
  nearAddress: string | null
  gridReference: string | null
  threeWords: string | null
  planningRef: string | null
  /** Of the credit allocation certificate. */
  certificateDate: Day | null
  bidOngoingOnly: number | null
  acceptOngoingOnly: boolean | null
  bidAt: Instant | null
  group: GroupOfItem | null
  settled: CreditRow[]
  result: ItemResult | null
  next: NextThing[]
}

export interface GroupView extends Resource {
  type: GroupType
  round: RoundOfItem
  owner: Named
  projects: ProjectRow[]
  requirements: RequirementRow[]
}
