import type { Credit, CreditPeriod } from '../credit/credit.ts'
import type { Day } from '@credit-market/values/dates'
import {
  type MatchProblem,
  type MatchReserve,
  type MatchService,
  type MatchSupply,
  reserveUnits,
} from '@credit-market/matching/problem/match-problem'
import {
  groupFlows,
  type MatchFlow,
  type MatchSolution,
} from '@credit-market/matching/problem/match-solution'
import type { Units } from '@credit-market/values/units'

/** The flows of a match. */
export interface MatchFlows {
  problem: MatchProblem
  solution: Pick<MatchSolution, 'projects' | 'flows'>
}

/** A part of a winning service: sold to one requirement, in reserve, or unused. */
export interface SettledServicePart extends Pick<Credit, 'requirementId' | 'isReserved' | 'unitsPerPeriod'> {
  projectId: string
  service: MatchService
  status: 'RightsCreated' | 'Unused'
}

const overlaps = (flow: { start: Day; end: Day | null }, period: { start: Day; end: Day | null }): boolean =>
  (flow.end === null || flow.end > period.start) && (period.end === null || period.end > flow.start)

/** Splits a service's supply wherever a flow from it begins or ends. */
const cut = (supply: readonly MatchSupply[], flows: readonly MatchFlow[]): MatchSupply[] =>
  supply.flatMap(({ start, end, units }) => {
    const inside = flows
      .flatMap(flow => [flow.start, ...(flow.end === null ? [] : [flow.end])])
      .filter(day => day > start && (end === null || day < end))
    const days = [...new Set([start, ...inside])].toSorted()
    return days.map((day, at) => ({ start: day, end: days[at + 1] ?? end, units }))
  })

/** A reserve on supply takes its part of all supply of a winning project; for a reserve on demand, the engine gives the amount. */
const keptInReserve = (reserve: MatchReserve | null, supply: Units, flows: readonly MatchFlow[]): Units =>
  reserve?.appliesTo === 'supply'
    ? reserveUnits(supply, reserve.basisPoints)
    : flows.reduce((sum, { reserved }) => sum + reserved, 0)

const sum = (flows: readonly MatchFlow[]): Units => flows.reduce((total, { units }) => total + units, 0)

/** Joins consecutive periods with the same units and numbers, and drops periods without units. */
const merged = (periods: readonly CreditPeriod[]): CreditPeriod[] =>
  periods
    .filter(({ units }) => units > 0)
    .reduce<CreditPeriod[]>((joined, period) => {
      const last = joined.at(-1)
      return last && last.end === period.start && last.units === period.units && last.first === period.first
        ? [...joined.slice(0, -1), { ...last, end: period.end }]
        : [...joined, period]
    }, [])

/** Assigns the number of each part's first unit in each period. Parts that stay as large come first, so that they keep their units. */
const numbered = (parts: readonly (readonly Units[])[]): number[][] => {
  const first: number[][] = parts.map(() => [])
  const changes = (units: readonly Units[]): number => (new Set(units).size > 1 ? 1 : 0)
  const order = [...parts.keys()].toSorted((a, b) => changes(parts[a] ?? []) - changes(parts[b] ?? []))
  const next: number[] = []
  for (const part of order)
    first[part] = (parts[part] ?? []).map((units, at) => {
      const here = next[at] ?? 1
      next[at] = here + units
      return here
    })
  return first
}

const partsOfService = (
  projectId: string,
  service: MatchService,
  flows: readonly MatchFlow[],
  reserve: MatchReserve | null,
): SettledServicePart[] => {
  const periods = cut(service.supply, flows).map(period => {
    const here = flows.filter(flow => overlaps(flow, period))
    const reserved = keptInReserve(reserve, period.units, here)
    const unused = period.units - sum(here) - reserved
    if (unused < 0) throw new Error(`Service ${service.id} is sold beyond its supply from ${period.start}`)
    return { ...period, here, reserved, unused }
  })
  const buyers = [...new Set(flows.map(({ requirementId }) => requirementId))].toSorted()
  const parts = [
    ...buyers.map(requirementId => ({
      requirementId,
      status: 'RightsCreated' as const,
      isReserved: false,
      units: periods.map(({ here }) => sum(here.filter(flow => flow.requirementId === requirementId))),
    })),
    {
      requirementId: null,
      status: 'RightsCreated' as const,
      isReserved: true,
      units: periods.map(({ reserved }) => reserved),
    },
    {
      requirementId: null,
      status: 'Unused' as const,
      isReserved: false,
      units: periods.map(({ unused }) => unused),
    },
  ]
  const first = numbered(parts.map(({ units }) => units))
  return parts.flatMap(({ units, ...part }, of): SettledServicePart[] => {
    const unitsPerPeriod = merged(
      periods.map(({ start, end }, at) => ({
        start,
        end,
        units: units[at] ?? 0,
        first: first[of]?.[at] ?? 1,
      })),
    )
    return unitsPerPeriod.length === 0 ? [] : [{ ...part, projectId, service, unitsPerPeriod }]
  })
}

/**
 * Splits the services of winning projects into sold (by requirement), reserved and unused parts. In each period they add up to
 * the supply. The review of a match and its settlement read the same parts.
 */
export const splitServices = ({ problem, solution }: MatchFlows): SettledServicePart[] => {
  const winners = new Set(solution.projects.filter(({ won }) => won).map(({ id }) => id))
  const flows = groupFlows(solution.flows, 'serviceId')
  return problem.projects
    .filter(({ id }) => winners.has(id))
    .flatMap(({ id, services }) =>
      services.flatMap(service => partsOfService(id, service, flows.get(service.id) ?? [], problem.reserve)),
    )
}
