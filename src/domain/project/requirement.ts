import { type CreditType, isNutrient } from '@credit-market/matching/problem/credit-type'
import type { Day, Instant } from '@credit-market/values/dates'
import type { Significance } from '@credit-market/habitat-metric/significance'
import {
  moduleOf,
  type BroadHabitat,
  type Condition,
  type Distinctiveness,
  type Module,
} from '@credit-market/habitat-metric/habitat'
import type { Pence } from '@credit-market/values/money'
import { findMissingLocationParts } from './project.ts'
import type { PlacePrecision } from '../place/precision.ts'
import type { StoredRow } from '../values/subject.ts'
import type { Units } from '@credit-market/values/units'

export const REQUIREMENT_STATUSES = [
  'Draft',
  'Provisional',
  'Registered',
  'Bid',
  'RightsCreated',
  'RightsAllocated',
  'CreditsIssued',
  'CreditsRedeemed',
  'Retired',
  'Unmatched',
] as const
export type RequirementStatus = (typeof REQUIREMENT_STATUSES)[number]

/** Statuses of requirements in a settled match: those of the registry. */
export const SOLD_REQUIREMENT_STATUSES = [
  'RightsCreated',
  'RightsAllocated',
  'CreditsIssued',
  'CreditsRedeemed',
  'Retired',
] as const

/** Statuses from Draft to Bid: not matched yet. */
export const UNMATCHED_REQUIREMENT_STATUSES = REQUIREMENT_STATUSES.slice(
  0,
  REQUIREMENT_STATUSES.indexOf('RightsCreated'),
)

/** Statuses with sold credits that are not redeemed: the redemption date is in the future, or has passed. */
export const AWAITING_REDEMPTION_STATUSES: readonly RequirementStatus[] = [
  'RightsCreated',
  'RightsAllocated',
  'CreditsIssued',
]

export const NUTRIENT_NEEDS = ['ongoing', 'additional', 'both'] as const
export type NutrientNeed = (typeof NUTRIENT_NEEDS)[number]
export const NUTRIENT_NEED_LABELS: Record<NutrientNeed, string> = {
  ongoing: 'Ongoing',
  additional: 'Additional',
  both: 'Both ongoing and additional',
}

/** A need of a buyer or an investor. Answers of buyers and of investors are in separate fields, like their questions. */
export interface Requirement extends StoredRow {
  roundId: string
  buyerId: string
  agentId: string | null
  name: string
  type: 'Buyer' | 'Investor'
  status: RequirementStatus
  creditType: CreditType | null
  nutrientType: NutrientNeed | null
  nutrientOngoingUnits: Units | null
  nutrientAdditionalUnits: Units | null
  nutrientAcceptOngoingOnly: boolean | null
  bioBroadHabitat: BroadHabitat | null
  bioHabitatType: string | null
  bioDistinctiveness: Distinctiveness | null
  bioUnits: Units | null
  bioIsDivisible: boolean | null
  /** Habitat of the statutory metric that a development destroys. */
  lossHabitat: string | null
  /** Ten-thousandths of a hectare or kilometre. */
  lossSize: Units | null
  lossCondition: Condition | null
  lossSignificance: Significance | null
  units: Units | null
  isDivisible: boolean | null
  module: Module | null
  distinctiveness: Distinctiveness | null
  broadHabitat: BroadHabitat | null
  nearAddress: string | null
  gridReference: string | null
  /** WGS84, in degrees: as typed, or the middle of the square of the grid reference. */
  latitude: number | null
  longitude: number | null
  /** Precision with which other people see the place. */
  placePrecision: PlacePrecision
  threeWords: string | null
  planningRef: string | null
  ncaId: string | null
  lpaId: string | null
  subcatchmentId: string | null
  redemptionDate: Day | null
  /** Date of the credit allocation certificate. */
  certificateDate: Day | null
  /** Reference under which units have been allocated to the development. */
  allocationRef: string | null
  redeemedAt: Instant | null
  bid: Pence | null
  bidOngoingOnly: Pence | null
  acceptOngoingOnly: boolean | null
  bidAt: Instant | null
  /** When the round reopened; from then on the bid does not count until it is confirmed or changed. */
  toConfirmSince: Instant | null
  groupId: string | null
  /** Status in which it ended with its round, without a bid, or in which its rights lapsed. */
  endedAs: RequirementStatus | null
}

/** A need in one form for buyers and investors, which matching, settlement and pages share. */
export interface RequirementNeed {
  creditType: CreditType
  ongoingUnits: Units
  additionalUnits: Units
  divisible: boolean
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
}

/** Fields of a requirement that define its need. */
export type RequirementNeedFields = Pick<
  Requirement,
  | 'type'
  | 'creditType'
  | 'units'
  | 'isDivisible'
  | 'module'
  | 'broadHabitat'
  | 'distinctiveness'
  | 'nutrientOngoingUnits'
  | 'nutrientAdditionalUnits'
  | 'bioUnits'
  | 'bioIsDivisible'
  | 'bioBroadHabitat'
  | 'bioHabitatType'
  | 'bioDistinctiveness'
>

/** Need of a requirement; null until its credits are set. */
export const needOf = (requirement: RequirementNeedFields): RequirementNeed | null => {
  if (requirement.type === 'Investor')
    return requirement.units === null
      ? null
      : {
          creditType: 'Biodiversity',
          ongoingUnits: requirement.units,
          additionalUnits: 0,
          divisible: requirement.isDivisible ?? false,
          module: requirement.module ?? 'NA',
          broadHabitat: requirement.broadHabitat ?? 'NA',
          habitatType: null,
          distinctiveness: requirement.distinctiveness,
        }
  if (requirement.creditType === null) return null
  if (isNutrient(requirement.creditType))
    return {
      creditType: requirement.creditType,
      ongoingUnits: requirement.nutrientOngoingUnits ?? 0,
      additionalUnits: requirement.nutrientAdditionalUnits ?? 0,
      divisible: false,
      module: 'NA',
      broadHabitat: 'NA',
      habitatType: null,
      distinctiveness: null,
    }
  return {
    creditType: 'Biodiversity',
    ongoingUnits: requirement.bioUnits ?? 0,
    additionalUnits: 0,
    divisible: requirement.bioIsDivisible ?? false,
    module: moduleOf(requirement.bioBroadHabitat ?? 'NA'),
    broadHabitat: requirement.bioBroadHabitat ?? 'NA',
    habitatType: requirement.bioHabitatType,
    distinctiveness: requirement.bioDistinctiveness,
  }
}

/** Missing part of a requirement, as a sentence, and the action that asks for it. */
interface Lack {
  asked: 'credits' | 'place' | 'date'
  text: string
}

/** Missing parts of a requirement itself before registration; other code checks its documents. */
export const findMissingRequirementParts = (requirement: Requirement): Lack[] => {
  const need = needOf(requirement)
  const lacksUnits =
    need === null ? 'No credits are given' : totalUnitsNeeded(need) > 0 ? null : 'No units are given'
  // Even while its credits are unknown, an investor's need is always biodiversity units.
  const lacksPlace = findMissingLocationParts(
    requirement,
    need ? [need.creditType] : requirement.type === 'Investor' ? ['Biodiversity'] : [],
  )
  const lacksAddress = requirement.type === 'Buyer' && !requirement.nearAddress
  return [
    ...(lacksUnits ? [{ asked: 'credits' as const, text: lacksUnits }] : []),
    ...lacksPlace.map(text => ({ asked: 'place' as const, text })),
    ...(lacksAddress ? [{ asked: 'place' as const, text: 'No address of the development is given' }] : []),
    ...(requirement.redemptionDate ? [] : [{ asked: 'date' as const, text: 'No redemption date is given' }]),
  ]
}

/** Says whether the bid may value ongoing units alone: both kinds are needed, and ongoing units alone are acceptable. */
export const mayBidOngoingOnly = (
  requirement: Pick<Requirement, 'nutrientType' | 'nutrientAcceptOngoingOnly'>,
): boolean => requirement.nutrientType === 'both' && requirement.nutrientAcceptOngoingOnly === true

/** Columns of a credit requirement without a bid. */
export const NO_BID = {
  bid: null,
  bidOngoingOnly: null,
  acceptOngoingOnly: null,
  bidAt: null,
  toConfirmSince: null,
} as const

/** Empty values of all fields that depend on the type of requirement. */
export const EMPTY_NEED_FIELDS = {
  creditType: null,
  nutrientType: null,
  nutrientOngoingUnits: null,
  nutrientAdditionalUnits: null,
  nutrientAcceptOngoingOnly: null,
  bioBroadHabitat: null,
  bioHabitatType: null,
  bioDistinctiveness: null,
  bioUnits: null,
  bioIsDivisible: null,
  lossHabitat: null,
  lossSize: null,
  lossCondition: null,
  lossSignificance: null,
  units: null,
  isDivisible: null,
  module: null,
  distinctiveness: null,
  broadHabitat: null,
  nearAddress: null,
  gridReference: null,
  latitude: null,
  longitude: null,
  threeWords: null,
  planningRef: null,
  ncaId: null,
  lpaId: null,
  subcatchmentId: null,
  redemptionDate: null,
  ...NO_BID,
  groupId: null,
} as const satisfies Partial<Requirement>

/** Columns that a change of type empties: those with an answer, so that nothing else counts as changed, such as a bid that is not there. */
export const emptiedByChangeOfType = (requirement: Requirement): Partial<Requirement> =>
  Object.fromEntries(
    (Object.keys(EMPTY_NEED_FIELDS) as (keyof typeof EMPTY_NEED_FIELDS)[]).flatMap(column =>
      requirement[column] === null ? [] : [[column, null]],
    ),
  )

/** Says whether a change of type would remove any answer. */
export const hasNeedAnswers = (requirement: Requirement): boolean =>
  Object.keys(emptiedByChangeOfType(requirement)).length > 0

/** All units of a need. */
export const totalUnitsNeeded = (need: RequirementNeed): Units => need.ongoingUnits + need.additionalUnits
