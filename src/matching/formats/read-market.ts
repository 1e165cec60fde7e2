import { CREDIT_TYPES, isNutrient } from '#domain/credit-type'
import {
  BROAD_HABITATS,
  DISTINCTIVENESS,
  MODULES,
  moduleOf,
  type BroadHabitat,
  type Module,
} from '#domain/habitat'
import type {
  MatchGroup,
  MatchPlace,
  MatchProblem,
  MatchProject,
  MatchRequirement,
  MatchReserve,
  MatchService,
} from '#domain/match-problem'
import { penceOf } from '#domain/money'
import { unitsOf } from '#domain/units'
import { contradictionsIn, faultsOf } from './check-problem.ts'
import { FaultyProblem } from './errors.ts'
import { reader, type Fields, type Reader } from './shape.ts'

/** Bids and offers in the file carry no times; then ids alone decide the last tie. */
const NO_TIME = '2000-01-01T00:00:00.000Z'

const place = (r: Reader, of: string, value: unknown): MatchPlace => {
  const { nca, lpa, subcatchment } = value === undefined ? ({} as Fields) : r.fields(`${of}: location`, value)
  return {
    ncaId: r.optionalText(`${of}: nca`, nca),
    lpaId: r.optionalText(`${of}: lpa`, lpa),
    subcatchmentId: r.optionalText(`${of}: subcatchment`, subcatchment),
  }
}

const habitat = (r: Reader, of: string, from: Fields, nutrient: boolean) => {
  const broadHabitat: BroadHabitat =
    nutrient || from.broadHabitat === undefined || from.broadHabitat === null
      ? 'NA'
      : r.oneOf(`${of}: broadHabitat`, from.broadHabitat, BROAD_HABITATS)
  const module: Module =
    from.module === undefined || from.module === null
      ? moduleOf(broadHabitat)
      : r.oneOf(`${of}: module`, from.module, MODULES)
  const level = from.distinctiveness
  return {
    module: nutrient ? ('NA' as const) : module,
    broadHabitat,
    habitatType: r.optionalText(`${of}: habitatType`, from.habitatType),
    distinctiveness:
      level === undefined || level === null
        ? null
        : r.oneOf(`${of}: distinctiveness`, level, DISTINCTIVENESS),
  }
}

const service = (r: Reader, of: string, value: unknown): MatchService => {
  const from = r.fields(of, value)
  const creditType = r.oneOf(`${of}: type`, from.type, CREDIT_TYPES)
  const supply = r.list(`${of}: profile`, from.profile).map((entry, at) => {
    const here = `${of}: profile ${at + 1}`
    const { start, end, units } = r.fields(here, entry)
    return {
      start: r.day(`${here}: start`, start),
      end: r.optionalDay(`${here}: end`, end),
      units: unitsOf(r.amount(`${here}: units`, units)),
    }
  })
  const id = r.text(`${of}: id`, from.id)
  return { id, creditType, ...habitat(r, of, from, isNutrient(creditType)), supply }
}

const project = (r: Reader, value: unknown, at: number): MatchProject => {
  const from = r.fields(`projects[${at}]`, value)
  const id = r.text(`projects[${at}]: id`, from.id)
  const of = `Project ${id}`
  const costs = from.costs === undefined ? ({} as Fields) : r.fields(`${of}: costs`, from.costs)
  const cost = (name: string) =>
    penceOf(costs[name] === undefined ? 0 : r.amount(`${of}: ${name}`, costs[name]))
  return {
    id,
    name: r.optionalText(`${of}: name`, from.name) ?? id,
    supplierId: r.text(`${of}: supplier`, from.supplier),
    ...place(r, of, from.location),
    offer: penceOf(r.amount(`${of}: offer`, from.offer)),
    costs: {
      maintenance: cost('maintenance'),
      marketOperator: cost('marketOperator'),
      complianceMonitoring: cost('complianceMonitoring'),
      performanceMonitoring: cost('performanceMonitoring'),
    },
    services: r
      .list(`${of}: services`, from.services)
      .map((entry, k) => service(r, `${of}, service ${k + 1}`, entry)),
    offeredAt: r.optionalText(`${of}: offeredAt`, from.offeredAt) ?? NO_TIME,
  }
}

const requirement = (r: Reader, value: unknown, at: number): MatchRequirement => {
  const from = r.fields(`requirements[${at}]`, value)
  const id = r.text(`requirements[${at}]: id`, from.id)
  const of = `Requirement ${id}`
  const creditType = r.oneOf(`${of}: creditType`, from.creditType, CREDIT_TYPES)
  const alternative = r.optionalAmount(`${of}: bidOngoingOnly`, from.bidOngoingOnly)
  return {
    id,
    name: r.optionalText(`${of}: name`, from.name) ?? id,
    buyerId: r.text(`${of}: buyer`, from.buyer),
    kind: from.type === undefined ? 'Buyer' : r.oneOf(`${of}: type`, from.type, ['Buyer', 'Investor']),
    creditType,
    ...place(r, of, from.location),
    ongoingUnits: unitsOf(r.amount(`${of}: units`, from.units ?? from.ongoingUnits)),
    additionalUnits: unitsOf(r.optionalAmount(`${of}: additionalUnits`, from.additionalUnits) ?? 0),
    bid: penceOf(r.amount(`${of}: bid`, from.bid)),
    bidOngoingOnly: alternative === null ? null : penceOf(alternative),
    divisible: r.flag(`${of}: divisible`, from.divisible),
    ...habitat(r, of, from, isNutrient(creditType)),
    redemptionDate: r.day(`${of}: redemptionDate`, from.redemptionDate),
    bidAt: r.optionalText(`${of}: bidAt`, from.bidAt) ?? NO_TIME,
  }
}

const group = (
  r: Reader,
  of: MatchGroup['of'],
  owners: Map<string, string>,
  value: unknown,
  at: number,
): MatchGroup => {
  const from = r.fields(`${of}Groups[${at}]`, value)
  const id = r.text(`${of}Groups[${at}]: id`, from.id)
  const members = r
    .list(`Group ${id}: ${of}Ids`, from[`${of}Ids`])
    .map(member => r.text(`Group ${id}: a member`, member))
  return {
    id: `${of} ${id}`,
    name: id,
    of,
    type: r.oneOf(`Group ${id}: type`, from.type, ['XOR', 'AND']),
    ownerId: owners.get(members.find(member => owners.has(member)) ?? '') ?? '',
    memberIds: members,
  }
}

const reserve = (r: Reader, round: Fields): MatchReserve | null => {
  const percentage = r.optionalAmount('round: reservePercentage', round.reservePercentage) ?? 0
  if (percentage === 0) return null
  const kinds = ['allDemand', 'ongoingDemand', 'supply'] as const
  return {
    basisPoints: Math.round(percentage * 100),
    appliesTo: r.oneOf('round: reserveAppliesTo', round.reserveAppliesTo, kinds),
  }
}

const inPoundsAndUnits = (from: Fields): MatchProblem => {
  const r = reader()
  const round = from.round === undefined ? ({} as Fields) : r.fields('round', from.round)
  const projects = r.list('projects', from.projects).map((entry, at) => project(r, entry, at))
  const requirements = r.list('requirements', from.requirements).map((entry, at) => requirement(r, entry, at))
  const suppliers = new Map(projects.map(({ id, supplierId }) => [id, supplierId]))
  const buyers = new Map(requirements.map(({ id, buyerId }) => [id, buyerId]))
  const groups = [
    ...r
      .list('projectGroups', from.projectGroups ?? [])
      .map((entry, at) => group(r, 'project', suppliers, entry, at)),
    ...r
      .list('requirementGroups', from.requirementGroups ?? [])
      .map((entry, at) => group(r, 'requirement', buyers, entry, at)),
  ]
  const problem: MatchProblem = {
    version: 1,
    roundId: r.optionalText('round: id', round.id) ?? 'round',
    ampEnd: r.optionalDay('round: ampEnd', round.ampEnd),
    reserve: reserve(r, round),
    projects,
    requirements,
    groups,
  }
  if (r.faults.length > 0) throw new FaultyProblem([...r.faults, ...contradictionsIn(problem)])
  return problem
}

/** Reads a round from a file: the product's own frozen problem, or the market format in pounds and units. */
export const readMarket = (from: Fields): MatchProblem => {
  const problem = from.version === undefined ? inPoundsAndUnits(from) : (from as unknown as MatchProblem)
  const faults = faultsOf(problem)
  if (faults.length > 0) throw new FaultyProblem(faults)
  return problem
}
