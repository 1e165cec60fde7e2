import { mayServiceServeRequirement } from './may-serve.ts'
import type { MatchProblem, Project, Requirement, Service } from './shapes/problem-shape.ts'

/** One way for a requirement to win: in full, or its ongoing units alone. */
export interface WayToWin {
  requirement: Requirement
  ongoingOnly: boolean
  bid: number
}

/** Something that wins or loses as one: projects tied together, or a way to win of requirements tied together. */
export interface WinnableItem {
  owner: string
  /** All or nothing; else any part. */
  isWhole: boolean
  projects: readonly Project[]
  ways: readonly WayToWin[]
}

/** A limit on some items together: at most 1, or equal to some others. */
export interface ItemConstraint {
  items: readonly number[]
  weights: readonly number[]
  isEqual: boolean
}

/** Days in which nothing changes, by the first day. */
export type ConstantPeriod = string

/** A round in the verifier's own model. */
export interface VerifierRound {
  problem: MatchProblem
  items: WinnableItem[]
  limits: ItemConstraint[]
  offers: { service: Service; item: number }[]
  /** For each requirement, the services that may serve it, as indices into `offers`. */
  serves: Map<string, number[]>
  periods: ConstantPeriod[]
}

const HUNDRED_PERCENT = 10_000

/** Reserve of an amount, rounded up to a whole ten-thousandth; the product is below 2^53 and so exact. */
const kept = (units: number, points: number): number => Math.ceil((units * points) / HUNDRED_PERCENT)

/** Reserve on top of a need: for all its units or its ongoing ones; 0 if the reserve is cut from supply. */
export const reserveUnitsOnDemand = (
  { reserve }: MatchProblem,
  ongoing: number,
  additional: number,
): number => {
  if (reserve === null || reserve.appliesTo === 'supply') return 0
  return kept(reserve.appliesTo === 'allDemand' ? ongoing + additional : ongoing, reserve.basisPoints)
}

/** Reserve cut from a supply; 0 if the reserve is added to demand. */
export const reserveUnitsFromSupply = ({ reserve }: MatchProblem, units: number): number =>
  reserve?.appliesTo === 'supply' ? kept(units, reserve.basisPoints) : 0

/** The units of a service on a day. */
export const unitsSuppliedOnDay = ({ supply }: Service, at: string): number =>
  supply.find(({ start, end }) => start <= at && (end === null || at < end))?.units ?? 0

/** The additional units that a way to win needs on a day. */
export const additionalUnitsNeededOnDay = (
  { ampEnd }: MatchProblem,
  { requirement, ongoingOnly }: WayToWin,
  at: string,
): number => (ongoingOnly || (ampEnd !== null && at >= ampEnd) ? 0 : requirement.additionalUnits)

/** Units that a way to win needs on a day when it wins in full, with its reserve. */
export const unitsNeededOnDay = (problem: MatchProblem, way: WayToWin, at: string): number => {
  if (at < way.requirement.redemptionDate) return 0
  const additional = additionalUnitsNeededOnDay(problem, way, at)
  const { ongoingUnits } = way.requirement
  return ongoingUnits + additional + reserveUnitsOnDemand(problem, ongoingUnits, additional)
}

/** Units that a service can bring to needs on a day. */
export const usableUnitsSuppliedOnDay = (problem: MatchProblem, service: Service, at: string): number => {
  const units = unitsSuppliedOnDay(service, at)
  return units - reserveUnitsFromSupply(problem, units)
}

/** Total ask of a project. */
export const totalAskOfProject = ({ offer, costs }: Project): number =>
  offer + costs.maintenance + costs.marketOperator + costs.complianceMonitoring + costs.performanceMonitoring

/** Value of an item when it is won in full, in pence: bids minus asks. */
export const fullItemValue = ({ projects, ways }: WinnableItem): number =>
  ways.reduce((sum, { bid }) => sum + bid, 0) -
  projects.reduce((sum, project) => sum + totalAskOfProject(project), 0)

/** Items that must all win or all lose together, linked directly or through other items. */
const tied = <T extends { id: string }>(
  things: readonly T[],
  groups: readonly { memberIds: readonly string[] }[],
): T[][] => {
  const sets = new Map(things.map(thing => [thing.id, [thing]]))
  for (const { memberIds } of groups)
    for (const member of memberIds.slice(1)) {
      const [one, other] = [sets.get(memberIds[0]!)!, sets.get(member)!]
      if (one === other) continue
      one.push(...other)
      for (const { id } of other) sets.set(id, one)
    }
  return [...new Set(sets.values())]
}

const waysOf = (requirement: Requirement): WayToWin[] => {
  const { bid, bidOngoingOnly } = requirement
  const full = { requirement, ongoingOnly: false, bid }
  return bidOngoingOnly === null ? [full] : [full, { requirement, ongoingOnly: true, bid: bidOngoingOnly }]
}

/** The items of requirements that are tied together, and what ties their ways to win. */
const requirementItems = (
  members: readonly Requirement[],
  first: number,
): Pick<VerifierRound, 'items' | 'limits'> => {
  const owner = members[0]!.buyerId
  const isWhole = members.some(({ divisible }) => !divisible)
  const ways = members.map(waysOf)
  if (ways.every(({ length }) => length === 1))
    return { items: [{ owner, isWhole, projects: [], ways: ways.flat() }], limits: [] }
  const items: WinnableItem[] = []
  const places = ways.map(own =>
    own.map(way => {
      items.push({ owner, isWhole: isWhole || way.ongoingOnly, projects: [], ways: [way] })
      return first + items.length - 1
    }),
  )
  const ones = (list: readonly number[], weight = 1): number[] => list.map(() => weight)
  return {
    items,
    limits: [
      ...places
        .filter(own => own.length > 1)
        .map(own => ({ items: own, weights: ones(own), isEqual: false })),
      ...places.slice(1).map(own => ({
        items: [...places[0]!, ...own],
        weights: [...ones(places[0]!), ...ones(own, -1)],
        isEqual: true,
      })),
    ],
  }
}

/** Limit by which at most one whole member of a group may win. */
const exclusive = (
  items: readonly WinnableItem[],
  of: string,
  memberIds: readonly string[],
): ItemConstraint => {
  const members = new Set(memberIds)
  const counted = items.map(({ projects, ways }) =>
    of === 'project'
      ? projects.filter(({ id }) => members.has(id)).length
      : ways.filter(({ requirement }) => members.has(requirement.id)).length,
  )
  const own = counted.flatMap((times, at) => (times > 0 ? [at] : []))
  return { items: own, weights: own.map(at => counted[at]!), isEqual: false }
}

const periodsOf = ({ projects, requirements, ampEnd }: MatchProblem): ConstantPeriod[] => {
  const supplies = projects.flatMap(({ services }) => services.flatMap(({ supply }) => supply))
  const needs = requirements.map(({ redemptionDate }) => redemptionDate)
  const first = needs.toSorted()[0]
  const days = [...needs, ...supplies.flatMap(({ start, end }) => [start, end]), ampEnd]
  return [...new Set(days)]
    .filter(at => at !== null)
    .filter(at => first !== undefined && at >= first)
    .toSorted()
}

/** A round's items, their limits, who may serve whom, and when anything changes. */
export const buildVerifierRound = (problem: MatchProblem): VerifierRound => {
  const groups = (of: string, type: string) =>
    problem.groups.filter(group => group.of === of && group.type === type)
  const items: WinnableItem[] = tied(problem.projects, groups('project', 'AND')).map(projects => ({
    owner: projects[0]!.supplierId,
    isWhole: true,
    projects,
    ways: [],
  }))
  const limits: ItemConstraint[] = []
  for (const members of tied(problem.requirements, groups('requirement', 'AND'))) {
    const more = requirementItems(members, items.length)
    items.push(...more.items)
    limits.push(...more.limits)
  }
  for (const side of ['project', 'requirement'])
    limits.push(...groups(side, 'XOR').map(({ memberIds }) => exclusive(items, side, memberIds)))
  const offers = items.flatMap(({ projects }, item) =>
    projects.flatMap(project => project.services.map(service => ({ project, service, item }))),
  )
  const serves = new Map(
    problem.requirements.map(need => [
      need.id,
      offers.flatMap(({ project, service }, at) =>
        mayServiceServeRequirement(need, service, project) ? [at] : [],
      ),
    ]),
  )
  return { problem, items, limits, offers, serves, periods: periodsOf(problem) }
}
