import { isNutrient } from '../problem/credit-type.ts'
import {
  DISTINCTIVENESS,
  servesDistinctiveness,
  type Distinctiveness,
  type Module,
} from '@credit-market/habitat-metric/habitat'
import type { MatchPlace, MatchRequirement, MatchService } from '../problem/match-problem.ts'

/** `true`, or the sentence that gives the reason. */
type Verdict = true | string

/** Property in which a service and a need must agree, in addition to distinctiveness; `anything` demands no more. */
export type MatchCriterion = 'habitatType' | 'broadHabitat' | 'anything'

/** One line of the table: a need of these levels accepts services of these levels that agree in this respect. */
export interface TradingRule {
  module: Module | 'any'
  need: readonly Distinctiveness[]
  service: readonly Distinctiveness[]
  alike: MatchCriterion
}

/**
 * Biodiversity trading between services and buyers' requirements (market rules 2.5); the first line that fits
 * decides.
 */
const TRADING_RULES: readonly TradingRule[] = [
  { module: 'River', need: DISTINCTIVENESS, service: DISTINCTIVENESS, alike: 'habitatType' },
  { module: 'any', need: ['High', 'VeryHigh'], service: ['High', 'VeryHigh'], alike: 'habitatType' },
  { module: 'Linear', need: ['Low', 'Medium'], service: DISTINCTIVENESS, alike: 'anything' },
  { module: 'any', need: ['Medium'], service: ['Medium'], alike: 'broadHabitat' },
  { module: 'any', need: ['Medium'], service: ['High', 'VeryHigh'], alike: 'anything' },
  { module: 'any', need: ['Low'], service: DISTINCTIVENESS, alike: 'anything' },
]

const placeOf = (requirement: MatchRequirement, service: MatchService, place: MatchPlace): Verdict => {
  if (isNutrient(service.creditType)) {
    if (requirement.subcatchmentId === null || requirement.subcatchmentId === place.subcatchmentId)
      return true
    return 'The project is in another subcatchment'
  }
  if (requirement.ncaId === null && requirement.lpaId === null) return true
  const sameNca = requirement.ncaId !== null && requirement.ncaId === place.ncaId
  const sameLpa = requirement.lpaId !== null && requirement.lpaId === place.lpaId
  return (
    sameNca || sameLpa || 'The project is in another national character area and another planning authority'
  )
}

const investorAccepts = (requirement: MatchRequirement, service: MatchService): Verdict =>
  requirement.broadHabitat === 'NA' ||
  requirement.broadHabitat === service.broadHabitat ||
  'The service supplies another broad habitat'

const alike = (requirement: MatchRequirement, service: MatchService, likeness: MatchCriterion): Verdict => {
  if (likeness === 'anything') return true
  if (likeness === 'broadHabitat')
    return requirement.broadHabitat === service.broadHabitat || 'The service supplies another broad habitat'
  const same = requirement.habitatType !== null && requirement.habitatType === service.habitatType
  return same || 'The service supplies another habitat type'
}

const habitat = (requirement: MatchRequirement, service: MatchService): Verdict => {
  if (requirement.module !== service.module) return 'The service is measured in another module'
  const need = requirement.distinctiveness ?? 'Low'
  const level = service.distinctiveness ?? 'Low'
  if (!servesDistinctiveness(level, need)) return 'The distinctiveness of the service is too low'
  if (requirement.kind === 'Investor') return investorAccepts(requirement, service)
  const rule = TRADING_RULES.find(
    line =>
      (line.module === 'any' || line.module === service.module) &&
      line.need.includes(need) &&
      line.service.includes(level),
  )
  return rule === undefined
    ? 'No trading rule lets the service meet this need'
    : alike(requirement, service, rule.alike)
}

/**
 * Decides whether this service, in this place, may serve this requirement, apart from time: `true` or the reason
 * (market rules 2.5).
 */
export const checkServiceEligibility = (
  requirement: MatchRequirement,
  service: MatchService,
  place: MatchPlace,
): Verdict => {
  if (requirement.creditType !== service.creditType) return 'The service supplies another type of credit'
  const there = placeOf(requirement, service, place)
  if (there !== true) return there
  return isNutrient(service.creditType) ? true : habitat(requirement, service)
}
