import { mayServe } from './may-serve.ts'
import type { Problem, Project, Requirement, Service } from './problem-shape.ts'

/** One way in which a requirement may win: all of it, or its ongoing units alone. */
export interface Way {
  requirement: Requirement
  ongoingOnly: boolean
  bid: number
}

/** Something that wins or loses as one: projects tied together, or a way to win of requirements tied together. */
export interface Item {
  owner: string
  /** All or nothing; else any part. */
  isWhole: boolean
  projects: readonly Project[]
  ways: readonly Way[]
}

/** A limit on how much may be won of some items together: at most 1, or as much as of some others. */
export interface Limit {
  items: readonly number[]
  weights: readonly number[]
  isEqual: boolean
}

/** A stretch of days in which nothing changes, by its first day. */
export type Period = string

/** A round as the verifier sees it. */
export interface Round {
  problem: Problem
  items: Item[]
  limits: Limit[]
  offers: { service: Service; item: number }[]
  /** For each requirement, the services that may serve it, as places in `offers`. */
  serves: Map<string, number[]>
  periods: Period[]
}

const HUNDRED_PERCENT = 10_000

/** What a reserve keeps of an amount, a begun ten-thousandth kept whole; the product is below 2^53, so nothing is lost. */
const kept = (units: number, points: number): number => Math.ceil((units * points) / HUNDRED_PERCENT)

/** What is kept on top of a need, by what the reserve applies to. */
export const keptOnTop = ({ reserve }: Problem, ongoing: number, additional: number): number => {
  if (reserve === null || reserve.appliesTo === 'supply') return 0
  return kept(reserve.appliesTo === 'allDemand' ? ongoing + additional : ongoing, reserve.basisPoints)
}

/** What a supply keeps back. */
export const keptBack = ({ reserve }: Problem, units: number): number =>
  reserve?.appliesTo === 'supply' ? kept(units, reserve.basisPoints) : 0

/** The units of a service on a day. */
export const unitsOn = ({ supply }: Service, at: string): number =>
  supply.find(({ start, end }) => start <= at && (end === null || at < end))?.units ?? 0

/** The additional units that a way to win needs on a day. */
export const additionalOn = ({ ampEnd }: Problem, { requirement, ongoingOnly }: Way, at: string): number =>
  ongoingOnly || (ampEnd !== null && at >= ampEnd) ? 0 : requirement.additionalUnits

/** What a way to win needs on a day when it wins in full, with its reserve. */
export const needOn = (problem: Problem, way: Way, at: string): number => {
  if (at < way.requirement.redemptionDate) return 0
  const additional = additionalOn(problem, way, at)
  const { ongoingUnits } = way.requirement
  return ongoingUnits + additional + keptOnTop(problem, ongoingUnits, additional)
}

/** What a service can bring to needs on a day. */
export const bringsOn = (problem: Problem, service: Service, at: string): number => {
  const units = unitsOn(service, at)
  return units - keptBack(problem, units)
}

/** What a project asks in all. */
export const askOf = ({ offer, costs }: Project): number =>
  offer + costs.maintenance + costs.marketOperator + costs.complianceMonitoring + costs.performanceMonitoring

/** What an item is worth when it is won in full, in pence: bids, less asks. */
export const worthOf = ({ projects, ways }: Item): number =>
  ways.reduce((sum, { bid }) => sum + bid, 0) - projects.reduce((sum, project) => sum + askOf(project), 0)

/** Things tied by groups all of whose members win, directly or through others. */
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

const waysOf = (requirement: Requirement): Way[] => {
  const { bid, bidOngoingOnly } = requirement
  const full = { requirement, ongoingOnly: false, bid }
  return bidOngoingOnly === null ? [full] : [full, { requirement, ongoingOnly: true, bid: bidOngoingOnly }]
}

/** The items of requirements that are tied together, and what ties their ways to win. */
const requirementItems = (
  members: readonly Requirement[],
  first: number,
): Pick<Round, 'items' | 'limits'> => {
  const owner = members[0]!.buyerId
  const isWhole = members.some(({ divisible }) => !divisible)
  const ways = members.map(waysOf)
  if (ways.every(({ length }) => length === 1))
    return { items: [{ owner, isWhole, projects: [], ways: ways.flat() }], limits: [] }
  const items: Item[] = []
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

/** A group of which no more than one whole member may win. */
const exclusive = (items: readonly Item[], of: string, memberIds: readonly string[]): Limit => {
  const members = new Set(memberIds)
  const counted = items.map(({ projects, ways }) =>
    of === 'project'
      ? projects.filter(({ id }) => members.has(id)).length
      : ways.filter(({ requirement }) => members.has(requirement.id)).length,
  )
  const own = counted.flatMap((times, at) => (times > 0 ? [at] : []))
  return { items: own, weights: own.map(at => counted[at]!), isEqual: false }
}

const periodsOf = ({ projects, requirements, ampEnd }: Problem): Period[] => {
  const supplies = projects.flatMap(({ services }) => services.flatMap(({ supply }) => supply))
  const needs = requirements.map(({ redemptionDate }) => redemptionDate)
  const first = needs.toSorted()[0]
  const days = [...needs, ...supplies.flatMap(({ start, end }) => [start, end]), ampEnd]
  return [...new Set(days)]
    .filter(at => at !== null)
    .filter(at => first !== undefined && at >= first)
    .toSorted()
}

/** A round's items, what limits them, who may serve whom, and when anything changes. */
export const roundOf = (problem: Problem): Round => {
  const groups = (of: string, type: string) =>
    problem.groups.filter(group => group.of === of && group.type === type)
  const items: Item[] = tied(problem.projects, groups('project', 'AND')).map(projects => ({
    owner: projects[0]!.supplierId,
    isWhole: true,
    projects,
    ways: [],
  }))
  const limits: Limit[] = []
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
      offers.flatMap(({ project, service }, at) => (mayServe(need, service, project) ? [at] : [])),
    ]),
  )
  return { problem, items, limits, offers, serves, periods: periodsOf(problem) }
}
