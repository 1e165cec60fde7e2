import type { Project, Service } from './shapes/problem-shape.ts'
import type { ServiceFlow, RequirementResult, MatchResult } from './shapes/result-shape.ts'
import {
  additionalUnitsNeededOnDay,
  reserveUnitsFromSupply,
  reserveUnitsOnDemand,
  unitsSuppliedOnDay,
  type VerifierRound,
  type WayToWin,
} from './round.ts'

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

const groupedBy = <T>(list: readonly T[], key: (entry: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const entry of list) groups.set(key(entry), [...(groups.get(key(entry)) ?? []), entry])
  return groups
}

const runsOn = ({ start, end }: ServiceFlow, at: string): boolean => start <= at && (end === null || at < end)

/** Flows with unknown ids, from a project that has not won, or against the trading rules. */
const strange = ({ problem, offers, serves }: VerifierRound, { projects, flows }: MatchResult): string[] => {
  const owners = new Map<string, Project>()
  for (const project of problem.projects) for (const { id } of project.services) owners.set(id, project)
  const funded = new Set(projects.filter(({ won }) => won).map(({ id }) => id))
  const pairs = new Map(flows.map(flow => [JSON.stringify([flow.serviceId, flow.requirementId]), flow]))
  const wrong = [...pairs.values()].flatMap(({ serviceId, requirementId, projectId }) => {
    const may = serves.get(requirementId)
    const of = `The flow from ${serviceId} to ${requirementId}`
    if (owners.get(serviceId)?.id !== projectId || may === undefined)
      return [`${of}: its service, project or requirement does not match the problem`]
    return [
      ...(funded.has(projectId) ? [] : [`${of}: the project of the service did not win`]),
      ...(may.some(at => offers[at]!.service.id === serviceId)
        ? []
        : [`${of}: the service may not serve the requirement`]),
    ]
  })
  const empty = flows
    .filter(({ units, reserved, start, end }) => units + reserved === 0 || (end !== null && end <= start))
    .map(({ serviceId, requirementId }) => `The flow from ${serviceId} to ${requirementId} moves nothing`)
  return [...wrong, ...empty]
}

/** Units that a winner takes on a day, and the least and greatest reserve with them. */
export const takenOn = (round: VerifierRound, way: WayToWin, result: RequirementResult, at: string) => {
  if (at < way.requirement.redemptionDate) return { use: 0, least: 0, most: 0 }
  const additional = additionalUnitsNeededOnDay(round.problem, way, at) > 0 ? result.additionalUnits : 0
  const use = result.ongoingUnits + additional
  const most = reserveUnitsOnDemand(round.problem, result.ongoingUnits, additional)
  if (result.fraction === 10_000) return { use, least: most, most }
  const { reserve } = round.problem
  const from = reserve?.appliesTo === 'ongoingDemand' ? result.ongoingUnits : use
  const least = most === 0 ? 0 : Math.floor((from * reserve!.basisPoints) / 10_000)
  return { use, least, most }
}

const short = (
  round: VerifierRound,
  result: RequirementResult,
  flows: readonly ServiceFlow[],
  days: readonly string[],
) => {
  const requirement = round.problem.requirements.find(({ id }) => id === result.id)
  if (requirement === undefined) return []
  const way = { requirement, ongoingOnly: result.ongoingOnly, bid: 0 }
  const isOnTop = round.problem.reserve?.appliesTo !== 'supply'
  const of = `Requirement ${result.id}`
  return days.flatMap(at => {
    const own = flows.filter(flow => runsOn(flow, at))
    const { use, least, most } = result.won ? takenOn(round, way, result, at) : { use: 0, least: 0, most: 0 }
    const reserved = sum(own.map(flow => flow.reserved))
    return [
      ...(sum(own.map(({ units }) => units)) === use
        ? []
        : [`${of}: on ${at} it does not get the units that it won`]),
      ...(reserved >= least ? [] : [`${of}: on ${at} its reserve is short`]),
      ...(isOnTop && reserved > most ? [`${of}: on ${at} more units are reserved than the rule allows`] : []),
    ]
  })
}

const oversold = (
  { problem }: VerifierRound,
  service: Service,
  flows: readonly ServiceFlow[],
  days: readonly string[],
) =>
  days.flatMap(at => {
    const own = flows.filter(flow => runsOn(flow, at))
    const units = unitsSuppliedOnDay(service, at)
    const back = reserveUnitsFromSupply(problem, units)
    const used = sum(own.map(flow => flow.units))
    const sold = used + sum(own.map(({ reserved }) => reserved))
    const of = `Service ${service.id}: on ${at}`
    if (sold > units) return [`${of} more units are sold than it supplies`]
    if (used > units - back) return [`${of} units of the reserve are sold`]
    return used > 0 && back > 0 && sold - used < back ? [`${of} its reserve is short`] : []
  })

/**
 * Checks on every day that each winner gets what it won, with its reserve, from services that may serve it and have
 * the units.
 */
export const findFlowErrors = (round: VerifierRound, result: MatchResult): string[] => {
  const { flows, requirements } = result
  const days = [
    ...new Set([
      ...round.periods,
      ...flows.flatMap(({ start, end }) => (end === null ? [start] : [start, end])),
    ]),
  ].toSorted()
  const byNeed = groupedBy(flows, flow => flow.requirementId)
  const byService = groupedBy(flows, flow => flow.serviceId)
  return [
    ...strange(round, result),
    ...requirements.flatMap(one => short(round, one, byNeed.get(one.id) ?? [], days)),
    ...round.offers.flatMap(({ service }) => oversold(round, service, byService.get(service.id) ?? [], days)),
  ]
}
