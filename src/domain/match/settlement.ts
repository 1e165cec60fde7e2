import type { Credit } from '../credit/credit.ts'
import { projectStatusAfterRound, requirementStatusAfterRound } from './end-of-round.ts'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { type SettledServicePart, splitServices } from './parts.ts'
import { yearsOfDuration, type Project } from '../project/project.ts'
import type { Requirement } from '../project/requirement.ts'
import type { Service } from '../project/service.ts'

/** A credit from a settlement, before it has an id and before anything can go back. */
export type SettlementCredit = Omit<Credit, 'id' | 'version' | 'lapsedRequirementId' | 'returnCaseId'>

/** Effects of accepting a match on everything in a round. */
export interface SettlementEffects {
  projects: { project: Project; to: 'Matched' | 'Unmatched' }[]
  requirements: { requirement: Requirement; to: 'RightsCreated' | 'Unmatched' }[]
  /** Services whose whole credit is divided among the new ones. */
  divided: string[]
  credits: SettlementCredit[]
}

interface Settling {
  problem: MatchProblem
  solution: Pick<MatchSolution, 'projects' | 'requirements' | 'flows'>
  projects: readonly Project[]
  requirements: readonly Requirement[]
  services: readonly Service[]
}

/** Makes a credit from a part of a winning service. */
const creditOf = (
  { projectId, service: offered, requirementId, status, isReserved, unitsPerPeriod }: SettledServicePart,
  { duration }: Service,
  { roundId }: Project,
): SettlementCredit => {
  const years = yearsOfDuration(duration)
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
 * Settles a round (market rules 1.3): matched things, rights, and every service of a winning project split into sold (by
 * requirement), reserved and unused units. In each period the three add up to the supply.
 */
export const settleRound = (settling: Settling): SettlementEffects => {
  const { problem, solution } = settling
  const matched = new Set(solution.projects.filter(({ won }) => won).map(({ id }) => id))
  const met = new Set(solution.requirements.filter(({ won }) => won).map(({ id }) => id))
  const project = new Map(settling.projects.map(one => [one.id, one]))
  const service = new Map(settling.services.map(one => [one.id, one]))
  return {
    projects: settling.projects.flatMap(one => {
      const to = projectStatusAfterRound(one.status, matched.has(one.id))
      return to ? [{ project: one, to }] : []
    }),
    requirements: settling.requirements.flatMap(requirement => {
      const to = requirementStatusAfterRound(requirement.status, met.has(requirement.id))
      return to ? [{ requirement, to }] : []
    }),
    divided: problem.projects
      .filter(({ id }) => matched.has(id))
      .flatMap(({ services }) => services.map(({ id }) => id)),
    credits: splitServices(settling).map(part =>
      creditOf(part, found(service, part.service.id), found(project, part.projectId)),
    ),
  }
}
