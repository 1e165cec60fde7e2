import { isNutrient } from '#domain/credit-type'
import { DISTINCTIVENESS, servesLevel, type Distinctiveness, type Module } from '#domain/habitat'
import type { MatchPlace, MatchRequirement, MatchService } from '#domain/match-problem'
import type { Verdict } from '#domain/verdict'

/** What else must agree between a service and a need, once the level is right. */
export type Likeness = 'habitatType' | 'broadHabitat' | 'anything'

/** One line of the table: a need of these levels accepts services of these levels that are alike in this. */
export interface TradingRule {
  module: Module | 'any'
  need: readonly Distinctiveness[]
  service: readonly Distinctiveness[]
  alike: Likeness
}

/**
 * Biodiversity trading between services and buyers' requirements (market rules 2.5); the first line that
 * fits decides.
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
    return 'It lies in another subcatchment'
  }
  if (requirement.ncaId === null && requirement.lpaId === null) return true
  const sameNca = requirement.ncaId !== null && requirement.ncaId === place.ncaId
  const sameLpa = requirement.lpaId !== null && requirement.lpaId === place.lpaId
  return sameNca || sameLpa || 'It lies in another national character area and another planning authority'
}

const investorAccepts = (requirement: MatchRequirement, service: MatchService): Verdict =>
  requirement.broadHabitat === 'NA' ||
  requirement.broadHabitat === service.broadHabitat ||
  'It is another broad habitat'

const alike = (requirement: MatchRequirement, service: MatchService, likeness: Likeness): Verdict => {
  if (likeness === 'anything') return true
  if (likeness === 'broadHabitat')
    return requirement.broadHabitat === service.broadHabitat || 'It is another broad habitat'
  const same = requirement.habitatType !== null && requirement.habitatType === service.habitatType
  return same || 'It is another habitat type'
}

const habitat = (requirement: MatchRequirement, service: MatchService): Verdict => {
  if (requirement.module !== service.module) return 'It is measured in another module'
  const need = requirement.distinctiveness ?? 'Low'
  const level = service.distinctiveness ?? 'Low'
  if (!servesLevel(level, need)) return 'Its distinctiveness is too low'
  if (requirement.kind === 'Investor') return investorAccepts(requirement, service)
  const rule = TRADING_RULES.find(
    line =>
      (line.module === 'any' || line.module === service.module) &&
      line.need.includes(need) &&
      line.service.includes(level),
  )
  return rule === undefined ? 'No rule lets it serve this need' : alike(requirement, service, rule.alike)
}

/**
 * May this service, in this place, serve this requirement? `true`, or why not (market rules 2.5). Time is
 * not asked here.
 */
export const eligible = (
  requirement: MatchRequirement,
  service: MatchService,
  place: MatchPlace,
): Verdict => {
  if (requirement.creditType !== service.creditType) return 'It is another type of credit'
  const there = placeOf(requirement, service, place)
  if (there !== true) return there
  return isNutrient(service.creditType) ? true : habitat(requirement, service)
}
