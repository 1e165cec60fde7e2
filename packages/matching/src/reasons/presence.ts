import type { MatchProblem } from '../problem/match-problem.ts'
import type { MatchSolution } from '../problem/match-solution.ts'
import type { Pence } from '@credit-market/values/money'
import { unitsAvailableIn } from '../model/periods.ts'

/**
 * Value that each winner's presence adds to all others together: its marginal value minus its own share. Negative if
 * its share is larger than its marginal value; missing for a match that was imported without a comparison.
 */
export const findValueAddedToOthers = ({ organisations, comparison }: MatchSolution): Map<string, Pence> => {
  const marginal = new Map(comparison.vcg.map(({ organisationId, share }) => [organisationId, share]))
  return new Map(
    organisations.flatMap(({ organisationId, share }): [string, Pence][] => {
      const value = marginal.get(organisationId)
      return value === undefined ? [] : [[organisationId, value - share]]
    }),
  )
}

/**
 * For each winning requirement, the services that serve it and are exhausted at some time: only more of these could
 * have changed the match.
 */
export const findExhaustedServices = (
  problem: MatchProblem,
  { flows }: MatchSolution,
): Map<string, string[]> => {
  const services = new Map(problem.projects.flatMap(project => project.services.map(one => [one.id, one])))
  const exhausted = (serviceId: string, start: string): boolean => {
    const running = flows.filter(
      flow => flow.serviceId === serviceId && flow.start <= start && (flow.end === null || start < flow.end),
    )
    const taken = running.reduce((sum, { units, reserved }) => sum + units + reserved, 0)
    return taken >= unitsAvailableIn(services.get(serviceId)!, { start, end: null })
  }
  const binding = new Map<string, Set<string>>()
  for (const { requirementId, serviceId, start } of flows) {
    const own = binding.get(requirementId) ?? new Set<string>()
    if (exhausted(serviceId, start)) own.add(serviceId)
    binding.set(requirementId, own)
  }
  return new Map([...binding].map(([id, own]) => [id, [...own].toSorted()]))
}
