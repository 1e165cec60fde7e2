import type { z } from 'zod'
import {
  daySchema,
  booleanSchema,
  listSchema,
  instantSchema,
  strictObjectSchema,
  enumSchema,
  parseWithSchema,
  nonEmptyTextSchema,
  wholeNumberSchema,
  type ParseResult,
} from './shape.ts'

const money = wholeNumberSchema(0, 1_000_000_000_000)
const units = wholeNumberSchema(0, 1_000_000_000)
const place = {
  ncaId: nonEmptyTextSchema.nullable(),
  lpaId: nonEmptyTextSchema.nullable(),
  subcatchmentId: nonEmptyTextSchema.nullable(),
}
const kind = {
  creditType: enumSchema('Biodiversity', 'NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'),
  module: enumSchema('Area', 'Linear', 'River', 'NA'),
  broadHabitat: enumSchema(
    'CropLand',
    'Grassland',
    'HeathlandScrub',
    'Hedgerow',
    'IndividualTrees',
    'Lakes',
    'Wetland',
    'WoodlandAndForest',
    'WoodPasture',
    'NA',
  ),
  habitatType: nonEmptyTextSchema.nullable(),
  distinctiveness: enumSchema('Low', 'Medium', 'High', 'VeryHigh').nullable(),
}

const service = strictObjectSchema({
  id: nonEmptyTextSchema,
  ...kind,
  supply: listSchema(strictObjectSchema({ start: daySchema, end: daySchema.nullable(), units })),
})

const project = strictObjectSchema({
  id: nonEmptyTextSchema,
  name: nonEmptyTextSchema,
  supplierId: nonEmptyTextSchema,
  ownerId: nonEmptyTextSchema.optional(),
  ...place,
  offer: money,
  costs: strictObjectSchema({
    maintenance: money,
    marketOperator: money,
    complianceMonitoring: money,
    performanceMonitoring: money,
  }),
  services: listSchema(service),
  offeredAt: instantSchema,
})

const requirement = strictObjectSchema({
  id: nonEmptyTextSchema,
  name: nonEmptyTextSchema,
  buyerId: nonEmptyTextSchema,
  ownerId: nonEmptyTextSchema.optional(),
  kind: enumSchema('Buyer', 'Investor'),
  ...place,
  ...kind,
  ongoingUnits: units,
  additionalUnits: units,
  bid: money,
  bidOngoingOnly: money.nullable(),
  divisible: booleanSchema,
  redemptionDate: daySchema,
  bidAt: instantSchema,
})

const PROBLEM = strictObjectSchema({
  version: enumSchema(1),
  roundId: nonEmptyTextSchema,
  ampEnd: daySchema.nullable(),
  reserve: strictObjectSchema({
    basisPoints: wholeNumberSchema(0, 10_000),
    appliesTo: enumSchema('allDemand', 'ongoingDemand', 'supply'),
  }).nullable(),
  projects: listSchema(project),
  requirements: listSchema(requirement),
  groups: listSchema(
    strictObjectSchema({
      id: nonEmptyTextSchema,
      name: nonEmptyTextSchema,
      of: enumSchema('project', 'requirement'),
      type: enumSchema('XOR', 'AND'),
      ownerId: nonEmptyTextSchema,
      memberIds: listSchema(nonEmptyTextSchema),
    }),
  ),
})

/** The problem that a round passes to the engine. */
export type MatchProblem = z.infer<typeof PROBLEM>
export type Project = MatchProblem['projects'][number]
export type Service = Project['services'][number]
export type Requirement = MatchProblem['requirements'][number]

const twice = (what: string, ids: readonly string[]): string[] =>
  [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))].map(id => `${what} ${id} occurs twice`)

const badSupply = ({ id, supply }: Service): string[] => {
  const inOrder = supply.toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const isBad = inOrder.some(({ start, end }, at) => {
    const next = inOrder[at + 1]
    return (end !== null && end <= start) || (next !== undefined && (end === null || end > next.start))
  })
  return isBad ? [`Service ${id}: its supplies end before they begin, or overlap`] : []
}

const badNeed = (need: Requirement, ampEnd: string | null): string[] => {
  const { id, ongoingUnits, additionalUnits, bidOngoingOnly, creditType, redemptionDate } = need
  const faults: [boolean, string][] = [
    [ongoingUnits + additionalUnits === 0, 'it needs no units'],
    [additionalUnits > 0 && creditType === 'Biodiversity', 'only nutrients have additional units'],
    [bidOngoingOnly !== null && ongoingUnits === 0, 'it bids for ongoing units but needs none'],
    [ongoingUnits === 0 && ampEnd !== null && redemptionDate >= ampEnd, 'its need ends before it begins'],
  ]
  return faults.flatMap(([isWrong, why]) => (isWrong ? [`Requirement ${id}: ${why}`] : []))
}

const badGroups = ({ groups, projects, requirements }: MatchProblem): string[] => {
  const suppliers = new Map(projects.map(({ id, supplierId }) => [id, supplierId]))
  const buyers = new Map(requirements.map(({ id, buyerId }) => [id, buyerId]))
  return groups.flatMap(({ id, of, ownerId, memberIds }) => [
    ...(memberIds.length < 2 ? [`Group ${id} has fewer than two members`] : []),
    ...twice(`Group ${id}: member`, memberIds),
    ...memberIds
      .filter(member => (of === 'project' ? suppliers : buyers).get(member) !== ownerId)
      .map(member => `Group ${id}: its owner has no ${of} ${member}`),
  ])
}

/** Owners and the parties that stand for them, of which each owner has one. */
const ownersWithParty = ({ projects, requirements }: MatchProblem): (readonly [string, string])[] => [
  ...projects.flatMap(({ supplierId, ownerId }) => (ownerId ? [[ownerId, supplierId] as const] : [])),
  ...requirements.flatMap(({ buyerId, ownerId }) => (ownerId ? [[ownerId, buyerId] as const] : [])),
]

/** Number of organisations for which another one stands as their party. */
export const countJoinedOwners = (problem: MatchProblem): number =>
  new Set(ownersWithParty(problem).map(([owner]) => owner)).size

const badOwners = (problem: MatchProblem): string[] => {
  const parties = new Set([
    ...problem.projects.map(({ supplierId }) => supplierId),
    ...problem.requirements.map(({ buyerId }) => buyerId),
  ])
  const owners = new Map(ownersWithParty(problem))
  return ownersWithParty(problem).flatMap(([owner, party]) =>
    parties.has(owner) || owners.get(owner) !== party
      ? [`Organisation ${owner} is a party of its own, or in two parties`]
      : [],
  )
}

/** Parses a round; returns every error of its shape and every contradiction. */
export const parseProblem = (value: unknown): ParseResult<MatchProblem> => {
  const read = parseWithSchema(PROBLEM, value, 'problem')
  if (read.value === null) return read
  const { projects, requirements, groups, ampEnd, reserve } = read.value
  const services = projects.flatMap(one => one.services)
  const ids = (things: readonly { id: string }[]): string[] => things.map(({ id }) => id)
  const faults = [
    ...twice('Project', ids(projects)),
    ...twice('Service', ids(services)),
    ...twice('Requirement', ids(requirements)),
    ...twice('Group', ids(groups)),
    ...services.flatMap(badSupply),
    ...requirements.flatMap(one => badNeed(one, ampEnd)),
    ...badGroups(read.value),
    ...new Set(badOwners(read.value)),
    ...(reserve?.appliesTo === 'supply' && reserve.basisPoints === 10_000
      ? ['The reserve takes all of the supply']
      : []),
  ]
  return faults.length === 0 ? read : { value: null, faults }
}
