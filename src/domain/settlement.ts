import type { Credit } from './credit.ts'
import { endOfProject, endOfRequirement } from './end-of-round.ts'
import type { MatchProblem } from './match-problem.ts'
import type { MatchSolution } from './match-solution.ts'
import { type Part, partsOf } from './parts.ts'
import { yearsOf, type Project } from './project.ts'
import type { Requirement } from './requirement.ts'
import type { Service } from './service.ts'

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

/** A part of a winning service as the credit that lives on. */
const creditOf = (
  { projectId, service: offered, requirementId, status, isReserved, unitsPerPeriod }: Part,
  { duration }: Service,
  { roundId }: Project,
): NewCredit => {
  const years = yearsOf(duration)
  return {
    requirementId,
    status,
    isReserved,
    roundId,
    projectId,
    serviceId: offered.id,
    type: offered.creditType,
    isPermanent: years === null,
    years,
    units: Math.max(...unitsPerPeriod.map(({ units }) => units)),
    module: offered.module,
    broadHabitat: offered.broadHabitat,
    habitatType: offered.habitatType,
    distinctiveness: offered.distinctiveness,
    unitsPerPeriod,
  }
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
  return {
    projects: settling.projects.flatMap(one => {
      const to = endOfProject(one.status, matched.has(one.id))
      return to ? [{ project: one, to }] : []
    }),
    requirements: settling.requirements.flatMap(requirement => {
      const to = endOfRequirement(requirement.status, met.has(requirement.id))
      return to ? [{ requirement, to }] : []
    }),
    divided: problem.projects
      .filter(({ id }) => matched.has(id))
      .flatMap(({ services }) => services.map(({ id }) => id)),
    credits: partsOf(settling).map(part =>
      creditOf(part, found(service, part.service.id), found(project, part.projectId)),
    ),
  }
}
