import type { Credit, CreditPeriod } from './credit.ts'
import type { Day } from './dates.ts'
import type { MatchProblem, MatchReserve, MatchService, MatchSupply } from './match-problem.ts'
import type { MatchFlow, MatchSolution } from './match-solution.ts'
import { yearsOf, type Project } from './project.ts'
import type { Requirement } from './requirement.ts'
import { keptOf } from './reserve.ts'
import type { Service } from './service.ts'
import type { Units } from './units.ts'

/** A credit as settlement makes it; its id is given when it is written down. */
export type NewCredit = Omit<Credit, 'id' | 'version'>

/** What becomes of everything in a round when its match is accepted. */
export interface Settlement {
  projects: { project: Project; to: 'Matched' | 'Unmatched' }[]
  requirements: { requirement: Requirement; to: 'RightsCreated' | 'Unmatched' }[]
  /** The services whose whole credit is divided among the new ones. */
  divided: string[]
  credits: NewCredit[]
}

interface Settling {
  problem: MatchProblem
  solution: Pick<MatchSolution, 'projects' | 'requirements' | 'flows'>
  projects: readonly Project[]
  requirements: readonly Requirement[]
  services: readonly Service[]
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

const creditsOf = (
  offered: MatchService,
  service: Service,
  project: Project,
  flows: readonly MatchFlow[],
  reserve: MatchReserve | null,
): NewCredit[] => {
  const periods = cut(offered.supply, flows).map(period => {
    const here = flows.filter(flow => overlaps(flow, period))
    const reserved = keptInReserve(reserve, period.units, here)
    const unused = period.units - sum(here) - reserved
    if (unused < 0) throw new Error(`Service ${offered.id} is sold beyond its supply from ${period.start}`)
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
  const years = yearsOf(service.duration)
  return parts.flatMap(({ units, ...part }, of): NewCredit[] => {
    const unitsPerPeriod = merged(
      periods.map(({ start, end }, at) => ({
        start,
        end,
        units: units[at] ?? 0,
        first: first[of]?.[at] ?? 1,
      })),
    )
    if (unitsPerPeriod.length === 0) return []
    return [
      {
        ...part,
        roundId: project.roundId,
        projectId: project.id,
        serviceId: offered.id,
        type: offered.creditType,
        isPermanent: years === null,
        years,
        units: Math.max(...units),
        module: offered.module,
        broadHabitat: offered.broadHabitat,
        habitatType: offered.habitatType,
        distinctiveness: offered.distinctiveness,
        unitsPerPeriod,
      },
    ]
  })
}

const found = <T>(among: ReadonlyMap<string, T>, id: string): T => {
  const one = among.get(id)
  if (one === undefined) throw new Error(`${id} was matched but is not stored`)
  return one
}

/**
 * Settles a round (market rules 1.3): who is matched, who has rights, and every service of a winning project split into
 * what is sold to each requirement, what is reserved and what is unused. In each period the three add up to the supply.
 */
export const settle = (settling: Settling): Settlement => {
  const { problem, solution } = settling
  const matched = new Set(solution.projects.filter(({ won }) => won).map(({ id }) => id))
  const met = new Set(solution.requirements.filter(({ won }) => won).map(({ id }) => id))
  const project = new Map(settling.projects.map(one => [one.id, one]))
  const service = new Map(settling.services.map(one => [one.id, one]))
  const flows = new Map<string, MatchFlow[]>()
  for (const flow of solution.flows) {
    const same = flows.get(flow.serviceId)
    if (same) same.push(flow)
    else flows.set(flow.serviceId, [flow])
  }
  return {
    projects: settling.projects
      .filter(({ status }) => status === 'Offered' || status === 'ApprovedRound')
      .map(one => ({
        project: one,
        to: one.status === 'Offered' && matched.has(one.id) ? 'Matched' : 'Unmatched',
      })),
    requirements: settling.requirements
      .filter(({ status }) => status === 'Bid' || status === 'Registered')
      .map(requirement => ({
        requirement,
        to: requirement.status === 'Bid' && met.has(requirement.id) ? 'RightsCreated' : 'Unmatched',
      })),
    divided: problem.projects
      .filter(({ id }) => matched.has(id))
      .flatMap(({ services }) => services.map(({ id }) => id)),
    credits: problem.projects
      .filter(({ id }) => matched.has(id))
      .flatMap(({ id, services }) =>
        services.flatMap(offered =>
          creditsOf(
            offered,
            found(service, offered.id),
            found(project, id),
            flows.get(offered.id) ?? [],
            problem.reserve,
          ),
        ),
      ),
  }
}
