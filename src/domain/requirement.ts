import type { CreditType } from './credit-type.ts'
import { isNutrient } from './credit-type.ts'
import type { Day, Instant } from './dates.ts'
import type { Significance } from './metric/significance.ts'
import { moduleOf, type BroadHabitat, type Condition, type Distinctiveness, type Module } from './habitat.ts'
import type { Pence } from './money.ts'
import { missingPlace } from './project.ts'
import type { PlacePrecision } from './place/precision.ts'
import type { Stored } from './subject.ts'
import type { Units } from './units.ts'

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

/** The statuses of requirements that a settled match owns: those of the registry. */
export const SOLD_REQUIREMENTS = [
  'RightsCreated',
  'RightsAllocated',
  'CreditsIssued',
  'CreditsRedeemed',
  'Retired',
] as const

/** From Draft to Bid: not yet matched. */
export const UNMATCHED_REQUIREMENT = REQUIREMENT_STATUSES.slice(
  0,
  REQUIREMENT_STATUSES.indexOf('RightsCreated'),
)

/** Its credits are sold and not yet redeemed: a redemption date lies ahead of it, or has passed. */
export const AWAITING_REDEMPTION: readonly RequirementStatus[] = [
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

/** What a buyer or an investor needs. The buyer's and the investor's answers are kept apart, as they are asked apart. */
export interface Requirement extends Stored {
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
  /** The habitat that a development destroys, of those of the statutory metric. */
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
  /** WGS84, in degrees: of the middle of the square that the grid reference names, or as typed. */
  latitude: number | null
  longitude: number | null
  /** How precisely others are told where it is. */
  placePrecision: PlacePrecision
  threeWords: string | null
  planningRef: string | null
  ncaId: string | null
  lpaId: string | null
  subcatchmentId: string | null
  redemptionDate: Day | null
  /** Of the credit allocation certificate. */
  certificateDate: Day | null
  /** Under which units have been allocated to the development. */
  allocationRef: string | null
  redeemedAt: Instant | null
  bid: Pence | null
  bidOngoingOnly: Pence | null
  acceptOngoingOnly: boolean | null
  bidAt: Instant | null
  /** Since when the round is open again: until it is confirmed or changed, the bid does not count. */
  toConfirmSince: Instant | null
  groupId: string | null
  /** How far it had come when it ended with its round without a bid. */
  endedAs: RequirementStatus | null
}

/** What is needed, whoever asked: the one reading of a requirement that matching, settlement and pages share. */
export interface Need {
  creditType: CreditType
  ongoingUnits: Units
  additionalUnits: Units
  divisible: boolean
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
}

/** What of a requirement says what it needs. */
export type Needing = Pick<
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

/** The need of a requirement whose credits have been set; null while they are not. */
export const needOf = (requirement: Needing): Need | null => {
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

/** What a requirement lacks, in a sentence, and where it is asked for. */
interface Lack {
  asked: 'credits' | 'place' | 'date'
  text: string
}

/** What a requirement by itself lacks before it can be registered; its documents are asked for elsewhere. */
export const missingIn = (requirement: Requirement): Lack[] => {
  const need = needOf(requirement)
  const lacksUnits =
    need === null ? 'No credits are given' : unitsNeeded(need) > 0 ? null : 'No units are given'
  // Where the credits are not known yet, those of an investor are all the same biodiversity units.
  const lacksPlace = missingPlace(
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

/** Are the additional units all that is needed, and over by the redemption date? They end with the AMP of the round. */
export const endsTooSoon = (
  { ongoingUnits, redemptionDate }: { ongoingUnits: Units; redemptionDate: Day },
  ampEnd: Day | null,
): boolean => ongoingUnits === 0 && ampEnd !== null && redemptionDate >= ampEnd

/** May the bid say what ongoing units alone are worth: both kinds of units are needed, and ongoing alone would do. */
export const mayBidOngoingOnly = (
  requirement: Pick<Requirement, 'nutrientType' | 'nutrientAcceptOngoingOnly'>,
): boolean => requirement.nutrientType === 'both' && requirement.nutrientAcceptOngoingOnly === true

/** Everything that depends on whether a buyer or an investor is in need, emptied. */
export const NO_NEED = {
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
  bid: null,
  bidOngoingOnly: null,
  acceptOngoingOnly: null,
  bidAt: null,
  groupId: null,
} as const satisfies Partial<Requirement>

/** Has anything been said that a change of type would remove? */
export const hasNeed = (requirement: Requirement): boolean =>
  (Object.keys(NO_NEED) as (keyof typeof NO_NEED)[]).some(column => requirement[column] !== null)

/** All the units a requirement asks for. */
export const unitsNeeded = (need: Need): Units => need.ongoingUnits + need.additionalUnits
