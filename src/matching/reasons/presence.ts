import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import type { Pence } from '#domain/money'
import { unitsIn } from '../model/periods.ts'

/**
 * What each winner's presence added to all others together: what the market would lose without it, less what
 * it keeps as its own share. Below zero where its share is larger than its own marginal value; unknown of a
 * match that came without a comparison.
 */
export const addedToOthers = ({ organisations, comparison }: MatchSolution): Map<string, Pence> => {
  const marginal = new Map(comparison.vcg.map(({ organisationId, share }) => [organisationId, share]))
  return new Map(
    organisations.flatMap(({ organisationId, share }): [string, Pence][] => {
      const value = marginal.get(organisationId)
      return value === undefined ? [] : [[organisationId, value - share]]
    }),
  )
}

/**
 * For each winning requirement, the services it is served by that have nothing left in some of that time: more
 * of these alone could have changed the match.
 */
export const bindingSupply = (problem: MatchProblem, { flows }: MatchSolution): Map<string, string[]> => {
  const services = new Map(problem.projects.flatMap(project => project.services.map(one => [one.id, one])))
  const exhausted = (serviceId: string, start: string): boolean => {
    const running = flows.filter(
      flow => flow.serviceId === serviceId && flow.start <= start && (flow.end === null || start < flow.end),
    )
    const taken = running.reduce((sum, { units, reserved }) => sum + units + reserved, 0)
    return taken >= unitsIn(services.get(serviceId)!, { start, end: null })
  }
  const binding = new Map<string, Set<string>>()
  for (const { requirementId, serviceId, start } of flows) {
    const own = binding.get(requirementId) ?? new Set<string>()
    if (exhausted(serviceId, start)) own.add(serviceId)
    binding.set(requirementId, own)
  }
  return new Map([...binding].map(([id, own]) => [id, [...own].toSorted()]))
}
