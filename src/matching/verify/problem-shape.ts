import type { z } from 'zod'
import { day, flag, list, moment, object, oneOf, readAs, text, whole, type Read } from './shape.ts'

const money = whole(0, 1_000_000_000_000)
const units = whole(0, 1_000_000_000)
const place = { ncaId: text.nullable(), lpaId: text.nullable(), subcatchmentId: text.nullable() }
const kind = {
  creditType: oneOf('Biodiversity', 'NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'),
  module: oneOf('Area', 'Linear', 'River', 'NA'),
  broadHabitat: oneOf(
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
  habitatType: text.nullable(),
  distinctiveness: oneOf('Low', 'Medium', 'High', 'VeryHigh').nullable(),
}

const service = object({
  id: text,
  ...kind,
  supply: list(object({ start: day, end: day.nullable(), units })),
})

const project = object({
  id: text,
  name: text,
  supplierId: text,
  ...place,
  offer: money,
  costs: object({
    maintenance: money,
    marketOperator: money,
    complianceMonitoring: money,
    performanceMonitoring: money,
  }),
  services: list(service),
  offeredAt: moment,
})

const requirement = object({
  id: text,
  name: text,
  buyerId: text,
  kind: oneOf('Buyer', 'Investor'),
  ...place,
  ...kind,
  ongoingUnits: units,
  additionalUnits: units,
  bid: money,
  bidOngoingOnly: money.nullable(),
  divisible: flag,
  redemptionDate: day,
  bidAt: moment,
})

const PROBLEM = object({
  version: oneOf(1),
  roundId: text,
  ampEnd: day.nullable(),
  reserve: object({
    basisPoints: whole(0, 10_000),
    appliesTo: oneOf('allDemand', 'ongoingDemand', 'supply'),
  }).nullable(),
  projects: list(project),
  requirements: list(requirement),
  groups: list(
    object({
      id: text,
      name: text,
      of: oneOf('project', 'requirement'),
      type: oneOf('XOR', 'AND'),
      ownerId: text,
      memberIds: list(text),
    }),
  ),
})

/** A round as it is put before the engine. */
export type Problem = z.infer<typeof PROBLEM>
export type Project = Problem['projects'][number]
export type Service = Project['services'][number]
export type Requirement = Problem['requirements'][number]

const twice = (what: string, ids: readonly string[]): string[] =>
  [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))].map(id => `${what} ${id} is there twice`)

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
    [ongoingUnits + additionalUnits === 0, 'it needs nothing'],
    [additionalUnits > 0 && creditType === 'Biodiversity', 'only nutrients have additional units'],
    [bidOngoingOnly !== null && ongoingUnits === 0, 'it bids for ongoing units that it does not need'],
    [ongoingUnits === 0 && ampEnd !== null && redemptionDate >= ampEnd, 'its need ends before it begins'],
  ]
  return faults.flatMap(([isWrong, why]) => (isWrong ? [`Requirement ${id}: ${why}`] : []))
}

const badGroups = ({ groups, projects, requirements }: Problem): string[] => {
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

/** Reads a round, and says everything that is wrong with its shape or contradicts itself. */
export const readProblem = (value: unknown): Read<Problem> => {
  const read = readAs(PROBLEM, value, 'problem')
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
    ...(reserve?.appliesTo === 'supply' && reserve.basisPoints === 10_000
      ? ['The reserve is all of the supply']
      : []),
  ]
  return faults.length === 0 ? read : { value: null, faults }
}
