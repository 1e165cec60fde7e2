import type { MatchProject, MatchRequirement } from '../problem/match-problem.ts'
import type { LossReason } from '../problem/match-solution.ts'
import { unitsNeededInPeriod, type CompiledMarket } from '../model/compile.ts'
import { unitsAvailableIn, type Period } from '../model/periods.ts'
import { reserveUnitsFromSupply } from '../model/reserve.ts'
import type { WonQuantities } from '../winners/quantities.ts'
import type { CriticalPriceDistance } from './critical.ts'

const lostToGroup = (
  market: CompiledMarket,
  won: WonQuantities,
  of: 'project' | 'requirement',
  id: string,
): boolean => {
  const wins = (member: string): boolean =>
    of === 'project' ? won.projects.includes(member) : won.requirements.has(member)
  return market.problem.groups.some(
    group =>
      group.of === of && group.type === 'XOR' && group.memberIds.includes(id) && group.memberIds.some(wins),
  )
}

const partners = (market: CompiledMarket, of: 'project' | 'requirement', id: string): string[] =>
  market.problem.groups
    .filter(group => group.of === of && group.type === 'AND' && group.memberIds.includes(id))
    .flatMap(group => group.memberIds.filter(member => member !== id))

/** Total units of the services that may serve a requirement: in one period or, if none is given, each at its maximum over all periods. */
const supplyFor = (market: CompiledMarket, id: string, period: Period | null): number => {
  const amounts = market.serves.get(id)!.map(at => {
    const { service } = market.services[at]!
    const units =
      period === null
        ? Math.max(0, ...service.supply.map(part => part.units))
        : unitsAvailableIn(service, period)
    return units - reserveUnitsFromSupply(market.problem.reserve, units)
  })
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Reason why a requirement could not win at any bid; null if it could. */
const impossible = (market: CompiledMarket, requirement: MatchRequirement): LossReason | null => {
  if (market.serves.get(requirement.id)!.length === 0) return 'noCompatibleService'
  const ways = requirement.bidOngoingOnly === null ? [false] : [false, true]
  const met = (ongoingOnly: boolean, supply: (period: Period) => number): boolean =>
    market.periods.every(period => {
      const need = unitsNeededInPeriod(market, { requirement, ongoingOnly }, period)
      const least = requirement.divisible && !ongoingOnly ? Math.min(need, 1) : need
      return supply(period) >= least
    })
  const atBest = supplyFor(market, requirement.id, null)
  if (!ways.some(way => met(way, () => atBest))) return 'notEnoughUnits'
  return ways.some(way => met(way, period => supplyFor(market, requirement.id, period))) ? null : 'notInTime'
}

/** The reason why a requirement lost: the first that applies, in the published order (market rules 2.7). */
export const findRequirementLossReason = (
  market: CompiledMarket,
  won: WonQuantities,
  requirement: MatchRequirement,
  distance: CriticalPriceDistance,
): LossReason => {
  const own = impossible(market, requirement)
  if (own !== null) return own
  if (lostToGroup(market, won, 'requirement', requirement.id)) return 'group'
  const byId = new Map(market.problem.requirements.map(other => [other.id, other]))
  if (partners(market, 'requirement', requirement.id).some(id => impossible(market, byId.get(id)!) !== null))
    return 'group'
  if (distance === null) return 'notEnoughUnits'
  return distance === 0 ? 'tie' : 'price'
}

/** Finds out if a project could serve any requirement, at all and in time. */
const reach = (market: CompiledMarket, project: MatchProject): { any: boolean; inTime: boolean } => {
  const own = new Set(
    market.services.flatMap((offered, at) => (offered.project.id === project.id ? [at] : [])),
  )
  const served = market.options.filter(({ requirement }) =>
    market.serves.get(requirement.id)!.some(at => own.has(at)),
  )
  const inTime = served.some(option =>
    market.serves
      .get(option.requirement.id)!
      .some(
        at =>
          own.has(at) &&
          market.periods.some(
            period =>
              unitsNeededInPeriod(market, option, period) > 0 &&
              unitsAvailableIn(market.services[at]!.service, period) > 0,
          ),
      ),
  )
  return { any: served.length > 0, inTime }
}

/** The reason why a project lost: the first that applies, in the published order. */
export const findProjectLossReason = (
  market: CompiledMarket,
  won: WonQuantities,
  project: MatchProject,
  distance: CriticalPriceDistance,
): LossReason => {
  const { any, inTime } = reach(market, project)
  if (!any) return 'noCompatibleService'
  if (!inTime) return 'notInTime'
  if (lostToGroup(market, won, 'project', project.id)) return 'group'
  if (distance === null) return 'group'
  return distance === 0 ? 'tie' : 'price'
}
