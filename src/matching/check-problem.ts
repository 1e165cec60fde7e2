import { isNutrient } from '#domain/credit-type'
import { isDay } from '#domain/dates'
import type {
  MatchGroup,
  MatchProblem,
  MatchProject,
  MatchRequirement,
  MatchService,
} from '#domain/match-problem'

/** Beyond ten billion pounds, or a hundred thousand units, sums would no longer be exact. */
const MOST_PENCE = 1_000_000_000_000
const MOST_UNITS = 1_000_000_000

const whole = (value: unknown, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most

const money = (of: string, value: unknown): string[] =>
  whole(value, MOST_PENCE) ? [] : [`${of} must be a whole number of pence from 0 to ${MOST_PENCE}`]

const units = (of: string, value: unknown): string[] =>
  whole(value, MOST_UNITS) ? [] : [`${of} must be a whole number of ten-thousandths from 0 to ${MOST_UNITS}`]

const day = (of: string, value: unknown): string[] =>
  typeof value === 'string' && isDay(value) ? [] : [`${of} must be a day, yyyy-MM-dd`]

const moment = (of: string, value: unknown): string[] =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? [] : [`${of} must be a moment in ISO 8601`]

const named = (of: string, value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? [] : [`${of} must be given`]

const repeated = (kind: string, ids: readonly string[]): string[] =>
  [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))].map(
    id => `${kind} ${id} occurs more than once`,
  )

const serviceFaults = (of: string, service: MatchService): string[] => {
  const faults = service.supply.flatMap(({ start, end, units: quantity }) => [
    ...day(`${of}: the start of a supply`, start),
    ...(end === null ? [] : day(`${of}: the end of a supply`, end)),
    ...(end !== null && end <= start
      ? [`${of}: a supply ends on ${end}, before it has begun on ${start}`]
      : []),
    ...units(`${of}: the units of a supply`, quantity),
  ])
  const inTime = service.supply.toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const overlaps = inTime.some((supply, at) => {
    const before = inTime[at - 1]
    return before !== undefined && (before.end === null || before.end > supply.start)
  })
  return overlaps ? [...faults, `${of}: its supplies overlap in time`] : faults
}

const projectFaults = (project: MatchProject): string[] => {
  const of = `Project ${project.id}`
  return [
    ...named(`${of}: the supplier`, project.supplierId),
    ...money(`${of}: the offer`, project.offer),
    ...money(`${of}: maintenance`, project.costs.maintenance),
    ...money(`${of}: the market operator's cost`, project.costs.marketOperator),
    ...money(`${of}: compliance monitoring`, project.costs.complianceMonitoring),
    ...money(`${of}: performance monitoring`, project.costs.performanceMonitoring),
    ...moment(`${of}: the time of the offer`, project.offeredAt),
    ...project.services.flatMap(service => serviceFaults(`${of}, service ${service.id}`, service)),
  ]
}

const requirementFaults = (requirement: MatchRequirement): string[] => {
  const of = `Requirement ${requirement.id}`
  const { ongoingUnits, additionalUnits, bidOngoingOnly, creditType } = requirement
  const alternative =
    bidOngoingOnly === null ? [] : money(`${of}: the bid for ongoing units only`, bidOngoingOnly)
  return [
    ...named(`${of}: the buyer`, requirement.buyerId),
    ...money(`${of}: the bid`, requirement.bid),
    ...alternative,
    ...units(`${of}: ongoing units`, ongoingUnits),
    ...units(`${of}: additional units`, additionalUnits),
    ...(ongoingUnits + additionalUnits === 0 ? [`${of}: it needs no units at all`] : []),
    ...(additionalUnits > 0 && !isNutrient(creditType)
      ? [`${of}: only nutrients have additional units`]
      : []),
    ...(bidOngoingOnly !== null && ongoingUnits === 0
      ? [`${of}: a bid for ongoing units needs ongoing units`]
      : []),
    ...day(`${of}: the redemption date`, requirement.redemptionDate),
    ...moment(`${of}: the time of the bid`, requirement.bidAt),
  ]
}

const groupFaults = (group: MatchGroup, owners: Map<string, string>): string[] => {
  const of = `Group ${group.id}`
  const unknown = group.memberIds.filter(id => !owners.has(id))
  const strange = group.memberIds.filter(id => owners.has(id) && owners.get(id) !== group.ownerId)
  return [
    ...(group.memberIds.length < 2 ? [`${of}: a group needs two members`] : []),
    ...repeated(`${of}: member`, group.memberIds),
    ...unknown.map(id => `${of}: there is no ${group.of} ${id}`),
    ...strange.map(id => `${of}: ${id} does not belong to ${group.ownerId}`),
  ]
}

const reserveFaults = ({ reserve }: MatchProblem): string[] => {
  if (reserve === null) return []
  const most = reserve.appliesTo === 'supply' ? 9_999 : 10_000
  return whole(reserve.basisPoints, most)
    ? []
    : [`The reserve must be from 0 to ${most} hundredths of a percent`]
}

/**
 * Needs that end before they begin: the additional units are all there is, and they are over by the
 * redemption date.
 */
const datesClash = (problem: MatchProblem): string[] =>
  problem.requirements
    .filter(
      ({ ongoingUnits, redemptionDate }) =>
        ongoingUnits === 0 && problem.ampEnd !== null && redemptionDate >= problem.ampEnd,
    )
    .map(({ id }) => `Requirement ${id}: its additional units end before its redemption date`)

/** Every fault of a problem, one sentence each; a faulty problem is never matched. */
export const faultsOf = (problem: MatchProblem): string[] => {
  const { projects, requirements, groups } = problem
  const suppliers = new Map(projects.map(project => [project.id, project.supplierId]))
  const buyers = new Map(requirements.map(requirement => [requirement.id, requirement.buyerId]))
  return [
    ...(problem.version === 1 ? [] : ['This version of the problem is not known']),
    ...repeated(
      'Project',
      projects.map(project => project.id),
    ),
    ...repeated(
      'Service',
      projects.flatMap(project => project.services.map(service => service.id)),
    ),
    ...repeated(
      'Requirement',
      requirements.map(requirement => requirement.id),
    ),
    ...repeated(
      'Group',
      groups.map(group => group.id),
    ),
    ...(problem.ampEnd === null ? [] : day('The end of additional need', problem.ampEnd)),
    ...reserveFaults(problem),
    ...projects.flatMap(projectFaults),
    ...requirements.flatMap(requirementFaults),
    ...groups.flatMap(group => groupFaults(group, group.of === 'project' ? suppliers : buyers)),
    ...datesClash(problem),
  ]
}
