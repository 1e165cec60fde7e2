import { isNutrient } from '../problem/credit-type.ts'
import { isDay } from '@credit-market/values/dates'
import {
  type MatchGroup,
  type MatchProblem,
  type MatchProject,
  type MatchRequirement,
  type MatchService,
  endsBeforeRedemption,
} from '../problem/match-problem.ts'
import { listValidationErrors } from './faults.ts'
import { MATCH_PROBLEM_SCHEMA } from './problem-schema.ts'

const repeated = (kind: string, ids: readonly string[]): string[] =>
  [...new Set(ids.filter((id, at) => id !== '' && ids.indexOf(id) !== at))].map(
    id => `${kind} ${id} occurs more than once`,
  )

/** Errors for supply that ends before it begins, or that overlaps the next. */
const serviceFaults = (of: string, { supply }: MatchService): string[] => {
  const known = supply.filter(({ start, end }) => isDay(start) && (end === null || isDay(end)))
  const faults = known
    .filter(({ start, end }) => end !== null && end <= start)
    .map(({ start, end }) => `${of}: a supply ends on ${end}, before it starts on ${start}`)
  const inTime = known.toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const overlaps = inTime.some((one, at) => {
    const before = inTime[at - 1]
    return before !== undefined && (before.end === null || before.end > one.start)
  })
  return overlaps ? [...faults, `${of}: its supplies overlap in time`] : faults
}

const projectFaults = ({ id, services }: MatchProject): string[] =>
  services.flatMap(service => serviceFaults(`Project ${id}, service ${service.id}`, service))

const requirementFaults = (requirement: MatchRequirement): string[] => {
  const of = `Requirement ${requirement.id}`
  const { ongoingUnits, additionalUnits, bidOngoingOnly, creditType } = requirement
  return [
    ...(ongoingUnits + additionalUnits === 0 ? [`${of}: it needs no units`] : []),
    ...(additionalUnits > 0 && !isNutrient(creditType)
      ? [`${of}: only nutrients have additional units`]
      : []),
    ...(bidOngoingOnly !== null && ongoingUnits === 0
      ? [`${of}: it bids for ongoing units but needs none`]
      : []),
  ]
}

const groupFaults = (group: MatchGroup, owners: Map<string, string>): string[] => {
  const of = `Group ${group.id}`
  const unknown = group.memberIds.filter(id => !owners.has(id))
  const strange = group.memberIds.filter(id => owners.has(id) && owners.get(id) !== group.ownerId)
  return [
    ...(group.memberIds.length < 2 ? [`${of}: a group needs at least two members`] : []),
    ...repeated(`${of}: member`, group.memberIds),
    ...unknown.map(id => `${of}: there is no ${group.of} ${id}`),
    ...strange.map(id => `${of}: ${id} does not belong to ${group.ownerId}`),
  ]
}

const EVERYTHING = 10_000

const reserveFaults = ({ reserve }: MatchProblem): string[] =>
  reserve?.appliesTo === 'supply' && reserve.basisPoints === EVERYTHING
    ? ['The reserve cannot take all of the supply']
    : []

/** Errors for needs that end before they begin. */
const datesClash = ({ requirements, ampEnd }: MatchProblem): string[] =>
  requirements
    .filter(requirement => endsBeforeRedemption(requirement, ampEnd))
    .map(({ id }) => `Requirement ${id}: its additional units end before its redemption date`)

const ownerFaults = ({ projects, requirements }: MatchProblem): string[] => {
  const items = [
    ...projects.map(({ supplierId: party, ownerId }) => ({ party, ownerId })),
    ...requirements.map(({ buyerId: party, ownerId }) => ({ party, ownerId })),
  ]
  const parties = new Set(items.map(({ party }) => party))
  const partyOf = new Map(items.flatMap(({ party, ownerId }) => (ownerId ? [[ownerId, party] as const] : [])))
  const wrong = items.flatMap(({ party, ownerId }) =>
    ownerId !== undefined && (parties.has(ownerId) || partyOf.get(ownerId) !== party) ? [ownerId] : [],
  )
  return [...new Set(wrong)].map(id => `Organisation ${id} is a party of its own, or in two parties`)
}

/** Contradictions in a problem whose shape is right. */
export const findProblemContradictions = (problem: MatchProblem): string[] => {
  const { projects, requirements, groups } = problem
  const suppliers = new Map(projects.map(project => [project.id, project.supplierId]))
  const buyers = new Map(requirements.map(requirement => [requirement.id, requirement.buyerId]))
  const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id)
  return [
    ...repeated('Project', ids(projects)),
    ...repeated('Service', ids(projects.flatMap(({ services }) => services))),
    ...repeated('Requirement', ids(requirements)),
    ...repeated('Group', ids(groups)),
    ...reserveFaults(problem),
    ...projects.flatMap(projectFaults),
    ...requirements.flatMap(requirementFaults),
    ...groups.flatMap(group => groupFaults(group, group.of === 'project' ? suppliers : buyers)),
    ...datesClash(problem),
    ...ownerFaults(problem),
  ]
}

/** Every error of a problem, one sentence each; a problem with errors is never matched. */
export const findProblemErrors = (problem: unknown): string[] => {
  const { faults, isWhole } = listValidationErrors(MATCH_PROBLEM_SCHEMA, problem)
  return isWhole ? [...faults, ...findProblemContradictions(problem as MatchProblem)] : faults
}
