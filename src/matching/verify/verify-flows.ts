import type { Day } from '#domain/dates'
import type { MatchProblem, MatchProject, MatchService } from '#domain/match-problem'
import type { MatchFlow, MatchSolution, RequirementResult } from '#domain/match-solution'
import { eligible } from '../model/eligible.ts'

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** Every day on which anything changes, in the problem or in the flows; between two of them nothing does. */
const daysOf = (problem: MatchProblem, flows: readonly MatchFlow[]): Day[] => {
  const supplies = problem.projects.flatMap(({ services }) => services.flatMap(({ supply }) => supply))
  const days = [...supplies, ...flows].flatMap(({ start, end }) => (end === null ? [start] : [start, end]))
  const needs = problem.requirements.map(({ redemptionDate }) => redemptionDate)
  return [...new Set([...days, ...needs, ...(problem.ampEnd === null ? [] : [problem.ampEnd])])].toSorted()
}

const runsOn = ({ start, end }: { start: Day; end: Day | null }, day: Day): boolean =>
  start <= day && (end === null || day < end)

/** What a winner must have on a day, and how much of it again must be kept in reserve. */
const needOn = (
  problem: MatchProblem,
  result: RequirementResult,
  day: Day,
): { use: number; keep: number } => {
  const requirement = problem.requirements.find(({ id }) => id === result.id)
  if (requirement === undefined || !result.won || day < requirement.redemptionDate) return { use: 0, keep: 0 }
  const additional = problem.ampEnd === null || day < problem.ampEnd ? result.additionalUnits : 0
  const points = problem.reserve?.basisPoints ?? 0
  const kind = problem.reserve?.appliesTo
  const reserved =
    kind === 'allDemand'
      ? result.ongoingUnits + additional
      : kind === 'ongoingDemand'
        ? result.ongoingUnits
        : 0
  return {
    use: result.ongoingUnits + additional,
    keep: (result.fraction === 10_000 ? Math.ceil : Math.floor)((reserved * points) / 10_000),
  }
}

const requirementsOn = (
  problem: MatchProblem,
  solution: MatchSolution,
  flows: readonly MatchFlow[],
  day: Day,
): string[] =>
  solution.requirements.flatMap(result => {
    const own = flows.filter(({ requirementId }) => requirementId === result.id)
    const { use, keep } = needOn(problem, result, day)
    return [
      ...(sum(own.map(({ units }) => units)) === use
        ? []
        : [`Requirement ${result.id}: on ${day} it does not get what it won`]),
      ...(sum(own.map(({ reserved }) => reserved)) >= keep
        ? []
        : [`Requirement ${result.id}: on ${day} its reserve is short`]),
    ]
  })

const servicesOn = (problem: MatchProblem, flows: readonly MatchFlow[], day: Day): string[] =>
  problem.projects.flatMap(({ services }) =>
    services.flatMap(({ id, supply }) => {
      const own = flows.filter(({ serviceId }) => serviceId === id)
      const sold = sum(own.map(({ units, reserved }) => units + reserved))
      const available = supply.find(part => runsOn(part, day))?.units ?? 0
      return sold <= available ? [] : [`Service ${id}: on ${day} more is sold than it supplies`]
    }),
  )

const pairFindings = (problem: MatchProblem, solution: MatchSolution): string[] => {
  const offered = new Map<string, { project: MatchProject; service: MatchService }>(
    problem.projects.flatMap(project =>
      project.services.map(service => [service.id, { project, service }] as const),
    ),
  )
  const funded = new Set(solution.projects.filter(({ won }) => won).map(({ id }) => id))
  const pairs = new Map(solution.flows.map(flow => [`${flow.serviceId}|${flow.requirementId}`, flow]))
  return [...pairs.values()].flatMap(({ serviceId, requirementId, projectId }) => {
    const offer = offered.get(serviceId)
    const requirement = problem.requirements.find(({ id }) => id === requirementId)
    if (offer === undefined || requirement === undefined || offer.project.id !== projectId)
      return [`Flow from ${serviceId} to ${requirementId}: there is no such pair`]
    const verdict = eligible(requirement, offer.service, offer.project)
    return [
      ...(funded.has(projectId) ? [] : [`Flow from ${serviceId}: its project has not won`]),
      ...(verdict === true ? [] : [`Flow from ${serviceId} to ${requirementId}: ${verdict.toLowerCase()}`]),
    ]
  })
}

/**
 * Is every winner served on every day, by services that may serve it and have the units, with its reserve?
 */
export const flowFindings = (problem: MatchProblem, solution: MatchSolution): string[] => {
  const onDays = daysOf(problem, solution.flows).flatMap(day => {
    const flows = solution.flows.filter(flow => runsOn(flow, day))
    return [...requirementsOn(problem, solution, flows, day), ...servicesOn(problem, flows, day)]
  })
  const negative = solution.flows.filter(
    ({ units, reserved }) => units < 0 || reserved < 0 || units + reserved === 0,
  )
  return [
    ...pairFindings(problem, solution),
    ...onDays,
    ...negative.map(
      ({ serviceId, requirementId }) => `Flow from ${serviceId} to ${requirementId}: it moves nothing`,
    ),
  ]
}
