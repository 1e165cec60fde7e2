import { CREDIT_TYPES, type CreditType, isNutrient } from '@credit-market/matching/problem/credit-type'
import type { Instant } from '@credit-market/values/dates'
import { showUnits, type Units } from '@credit-market/values/units'
import type { Capacity } from '../values/capacity.ts'
import { UNIT_NAMES } from '../values/credit-type.ts'
import type { StoredRow } from '../values/subject.ts'
import { capacitiesOfBidderType, type Round } from '../round/round.ts'

/** An amount of one credit that a development needs. */
export interface EstimatedAmount {
  creditType: CreditType
  units: Units
}

/**
 * An estimate that someone without an account saved with an email address, to hear about rounds that fit. It belongs to an
 * organisation once its address signs up, and ends as a draft project or requirement.
 */
export interface SavedEstimate extends StoredRow {
  desk: 'land' | 'need'
  email: string
  /** Name of the planning authority or catchment; never the exact place. */
  area: string
  lpaId: string | null
  ncaId: string | null
  subcatchmentIds: string[]
  /** Area of the land; null for a need. */
  hectares: number | null
  /** Needs of the development; empty for land. */
  needs: EstimatedAmount[]
  /** Answers of the desk as they were typed, by question. */
  answers: Readonly<Record<string, string>>
  createdAt: Instant
  /** When the address was confirmed; null before, and no email about rounds is sent. */
  confirmedAt: Instant | null
  organisationId: string | null
}

/** Hours for which the emailed link confirms an address. */
export const ESTIMATE_CONFIRMATION_HOURS = 24

/** Estimates that one address can have. */
export const MAX_SAVED_ESTIMATES = 10

/** Emails that one address gets in a day to confirm estimates. */
export const MAX_CONFIRMATIONS_A_DAY = 3

/** The place of an estimate, as ids of areas. */
export type EstimateAreas = Pick<SavedEstimate, 'lpaId' | 'ncaId' | 'subcatchmentIds'>

/** Credits and areas of a round. */
export type RoundReach = Pick<Round, 'services' | 'lpaIds' | 'ncaIds' | 'subcatchmentIds'>

/** Ids of the areas in which credits of a type are sold at a place: of its subcatchments, or of its planning authority. */
export const tradingAreaIds = (type: CreditType, { lpaId, subcatchmentIds }: EstimateAreas): string[] =>
  isNutrient(type) ? subcatchmentIds : lpaId === null ? [] : [lpaId]

/** Says whether a round trades credits of a type at a place; if the place has no area of the type, its other areas decide. */
export const roundTradesAtPlace = (round: RoundReach, type: CreditType, place: EstimateAreas): boolean => {
  if (round.services.length > 0 && !round.services.includes(type)) return false
  const named = [...round.lpaIds, ...round.ncaIds, ...round.subcatchmentIds]
  if (named.length === 0) return true
  const ids = tradingAreaIds(type, place)
  if (isNutrient(type) && ids.length > 0) return ids.some(id => round.subcatchmentIds.includes(id))
  return [...ids, place.lpaId, place.ncaId, ...place.subcatchmentIds].some(
    id => id !== null && named.includes(id),
  )
}

/** Capacity of someone with land, or with a development. */
export const capacityOfDesk = (desk: SavedEstimate['desk']): Capacity =>
  desk === 'land' ? 'Supplier' : 'Buyer'

/** Says whether a round fits a saved estimate: it trades one of its credits there, and admits its owner. */
export const fitsSavedEstimate = (
  round: RoundReach & Pick<Round, 'bidderType'>,
  estimate: EstimateAreas & Pick<SavedEstimate, 'desk' | 'needs'>,
): boolean => {
  const types = estimate.desk === 'land' ? CREDIT_TYPES : estimate.needs.map(({ creditType }) => creditType)
  return (
    capacitiesOfBidderType(round.bidderType).includes(capacityOfDesk(estimate.desk)) &&
    types.some(type => roundTradesAtPlace(round, type, estimate))
  )
}

/** Returns an estimate in words: “6.5 ha of land in Somerset”, “4.2 biodiversity units for a development in Somerset”. */
export const savedEstimateText = ({
  desk,
  hectares,
  needs,
  area,
}: Pick<SavedEstimate, 'desk' | 'hectares' | 'needs' | 'area'>): string => {
  const amounts = needs.map(({ creditType, units }) => `${showUnits(units)} ${UNIT_NAMES[creditType]}`)
  return desk === 'land'
    ? `${hectares ?? 0} ha of land in ${area}`
    : `${amounts.join(' and ')} for a development in ${area}`
}
