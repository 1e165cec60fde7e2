import type { Credit, CreditPeriod } from './credit.ts'
import type { Day } from './dates.ts'
import type { MatchProblem, MatchReserve, MatchService, MatchSupply } from './match-problem.ts'
import { flowsBy, type MatchFlow, type MatchSolution } from './match-solution.ts'
import { keptOf } from './reserve.ts'
import type { Units } from './units.ts'

/** A match as far as it says who supplies what to whom. */
export interface Matched {
  problem: MatchProblem
  solution: Pick<MatchSolution, 'projects' | 'flows'>
}

/** A part of a winning service: sold to one requirement, kept in reserve, or unused. */
export interface Part extends Pick<Credit, 'requirementId' | 'isReserved' | 'unitsPerPeriod'> {
  projectId: string
  service: MatchService
  status: 'RightsCreated' | 'Unused'
}

const overlaps = (flow: { start: Day; end: Day | null }, period: { start: Day; end: Day | null }): boolean =>
  (flow.end === null || flow.end > period.start) && (period.end === null || period.end > flow.start)

/** A service's supply, cut wherever a flow from it begins or ends. */
const cut = (supply: readonly MatchSupply[], flows: readonly MatchFlow[]): MatchSupply[] =>
  supply.flatMap(({ start, end, units }) => {
    const inside = flows
      .flatMap(flow => [flow.start, ...(flow.end === null ? [] : [flow.end])])
      .filter(day => day > start && (end === null || day < end))
    const days = [...new Set([start, ...inside])].toSorted()
    return days.map((day, at) => ({ start: day, end: days[at + 1] ?? end, units }))
  })

/** A reserve on supply keeps its part of all that a winning project supplies; on demand, the engine says how much. */
const keptInReserve = (reserve: MatchReserve | null, supply: Units, flows: readonly MatchFlow[]): Units =>
  reserve?.appliesTo === 'supply'
    ? keptOf(supply, reserve.basisPoints)
    : flows.reduce((sum, { reserved }) => sum + reserved, 0)

const sum = (flows: readonly MatchFlow[]): Units => flows.reduce((total, { units }) => total + units, 0)

/** Periods that follow each other with the same units, the same by number, are one; those without units are none. */
const merged = (periods: readonly CreditPeriod[]): CreditPeriod[] =>
  periods
    .filter(({ units }) => units > 0)
    .reduce<CreditPeriod[]>((joined, period) => {
      const last = joined.at(-1)
      return last && last.end === period.start && last.units === period.units && last.first === period.first
        ? [...joined.slice(0, -1), { ...last, end: period.end }]
        : [...joined, period]
    }, [])

/** The number of each part's first unit in each period. Parts that stay as large come first, so that they keep their units. */
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
): Part[] => {
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
  return parts.flatMap(({ units, ...part }, of): Part[] => {
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
 * What a match makes of the services of its winning projects: each split into what is sold to each requirement, what is
 * reserved and what is unused. In each period they add up to the supply. The review of a match and its settlement read
 * the same parts.
 */
export const partsOf = ({ problem, solution }: Matched): Part[] => {
  const winners = new Set(solution.projects.filter(({ won }) => won).map(({ id }) => id))
  const flows = flowsBy(solution.flows, 'serviceId')
  return problem.projects
    .filter(({ id }) => winners.has(id))
    .flatMap(({ id, services }) =>
      services.flatMap(service => partsOfService(id, service, flows.get(service.id) ?? [], problem.reserve)),
    )
}
