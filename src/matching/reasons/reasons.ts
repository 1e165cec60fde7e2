import type { MatchProject, MatchRequirement } from '#domain/match-problem'
import type { LossReason } from '#domain/match-solution'
import { needIn, type Market } from '../model/compile.ts'
import { unitsIn, type Period } from '../model/periods.ts'
import { reserveOnSupply } from '../model/reserve.ts'
import type { Won } from '../winners/quantities.ts'
import type { Distance } from './critical.ts'

const lostToGroup = (market: Market, won: Won, of: 'project' | 'requirement', id: string): boolean => {
  const wins = (member: string): boolean =>
    of === 'project' ? won.projects.includes(member) : won.requirements.has(member)
  return market.problem.groups.some(
    group =>
      group.of === of && group.type === 'XOR' && group.memberIds.includes(id) && group.memberIds.some(wins),
  )
}

const partners = (market: Market, of: 'project' | 'requirement', id: string): string[] =>
  market.problem.groups
    .filter(group => group.of === of && group.type === 'AND' && group.memberIds.includes(id))
    .flatMap(group => group.memberIds.filter(member => member !== id))

/**
 * Units that all services which may serve a requirement bring in a period, or at their best when no
 * period is given.
 */
const supplyFor = (market: Market, id: string, period: Period | null): number => {
  const amounts = market.serves.get(id)!.map(at => {
    const { service } = market.services[at]!
    const units =
      period === null ? Math.max(0, ...service.supply.map(part => part.units)) : unitsIn(service, period)
    return units - reserveOnSupply(market.problem.reserve, units)
  })
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Why a requirement could not win whatever it bid; null when it could have. */
const impossible = (market: Market, requirement: MatchRequirement): LossReason | null => {
  if (market.serves.get(requirement.id)!.length === 0) return 'noCompatibleService'
  const ways = requirement.bidOngoingOnly === null ? [false] : [false, true]
  const met = (ongoingOnly: boolean, supply: (period: Period) => number): boolean =>
    market.periods.every(period => {
      const need = needIn(market, { requirement, ongoingOnly }, period)
      const least = requirement.divisible && !ongoingOnly ? Math.min(need, 1) : need
      return supply(period) >= least
    })
  const atBest = supplyFor(market, requirement.id, null)
  if (!ways.some(way => met(way, () => atBest))) return 'notEnoughUnits'
  return ways.some(way => met(way, period => supplyFor(market, requirement.id, period))) ? null : 'notInTime'
}

/** Why a requirement lost: the first reason that applies, in the published order (market rules 2.7). */
export const whyRequirementLost = (
  market: Market,
  won: Won,
  requirement: MatchRequirement,
  distance: Distance,
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

/** The requirements a project could serve: at all, and in time. */
const reach = (market: Market, project: MatchProject): { any: boolean; inTime: boolean } => {
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
            period => needIn(market, option, period) > 0 && unitsIn(market.services[at]!.service, period) > 0,
          ),
      ),
  )
  return { any: served.length > 0, inTime }
}

/** Why a project lost: the first reason that applies, in the published order. */
export const whyProjectLost = (
  market: Market,
  won: Won,
  project: MatchProject,
  distance: Distance,
): LossReason => {
  const { any, inTime } = reach(market, project)
  if (!any) return 'noCompatibleService'
  if (!inTime) return 'notInTime'
  if (lostToGroup(market, won, 'project', project.id)) return 'group'
  if (distance === null) return 'group'
  return distance === 0 ? 'tie' : 'price'
}
