import type { z } from 'zod'
import { isNutrient, type CreditType } from '#domain/credit-type'
import { moduleOf, type BroadHabitat, type Distinctiveness, type Module } from '#domain/habitat'
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
import { faultsIn } from './faults.ts'
import { MARKET, RESERVE_KINDS } from './market-schema.ts'

type Market = z.infer<typeof MARKET>
type Project = Market['projects'][number]
type Requirement = Market['requirements'][number]

/** Bids and offers in the file carry no times; then ids alone decide the last tie. */
const NO_TIME = '2000-01-01T00:00:00.000Z'

const place = (location: Project['location']): MatchPlace => ({
  ncaId: location?.nca ?? null,
  lpaId: location?.lpa ?? null,
  subcatchmentId: location?.subcatchment ?? null,
})

interface Habitat {
  module?: Module | null | undefined
  broadHabitat?: BroadHabitat | null | undefined
  habitatType?: string | null | undefined
  distinctiveness?: Distinctiveness | null | undefined
}

const habitat = (creditType: CreditType, from: Habitat) => {
  const broadHabitat = isNutrient(creditType) ? 'NA' : (from.broadHabitat ?? 'NA')
  return {
    creditType,
    module: isNutrient(creditType) ? 'NA' : (from.module ?? moduleOf(broadHabitat)),
    broadHabitat,
    habitatType: from.habitatType ?? null,
    distinctiveness: from.distinctiveness ?? null,
  }
}

const service = (from: Project['services'][number]): MatchService => ({
  id: from.id,
  ...habitat(from.type, from),
  supply: from.profile.map(({ start, end, units }) => ({ start, end: end ?? null, units: unitsOf(units) })),
})

const project = (from: Project): MatchProject => ({
  id: from.id,
  name: from.name ?? from.id,
  supplierId: from.supplier,
  ...place(from.location),
  offer: penceOf(from.offer),
  costs: {
    maintenance: penceOf(from.costs?.maintenance ?? 0),
    marketOperator: penceOf(from.costs?.marketOperator ?? 0),
    complianceMonitoring: penceOf(from.costs?.complianceMonitoring ?? 0),
    performanceMonitoring: penceOf(from.costs?.performanceMonitoring ?? 0),
  },
  services: from.services.map(service),
  offeredAt: from.offeredAt ?? NO_TIME,
})

const requirement = (from: Requirement): MatchRequirement => ({
  id: from.id,
  name: from.name ?? from.id,
  buyerId: from.buyer,
  kind: from.type ?? 'Buyer',
  ...habitat(from.creditType, from),
  ...place(from.location),
  ongoingUnits: unitsOf(from.units ?? from.ongoingUnits ?? 0),
  additionalUnits: unitsOf(from.additionalUnits ?? 0),
  bid: penceOf(from.bid),
  bidOngoingOnly: from.bidOngoingOnly == null ? null : penceOf(from.bidOngoingOnly),
  divisible: from.divisible ?? false,
  redemptionDate: from.redemptionDate,
  bidAt: from.bidAt ?? NO_TIME,
})

/** Groups belong to whoever owns their first known member. */
const groups = (
  of: MatchGroup['of'],
  listed: readonly { id: string; type: MatchGroup['type']; memberIds: string[] }[],
  owners: ReadonlyMap<string, string>,
): MatchGroup[] =>
  listed.map(({ id, type, memberIds }) => {
    const known = memberIds.find(member => owners.has(member))
    const ownerId = known === undefined ? '' : owners.get(known)!
    return { id: `${of} ${id}`, name: id, of, type, ownerId, memberIds }
  })

const reserve = (round: Market['round']): MatchReserve | null => {
  const appliesTo = round?.reserveAppliesTo
  if (!round?.reservePercentage || !appliesTo) return null
  return { basisPoints: Math.round(round.reservePercentage * 100), appliesTo }
}

const inPenceAndTenThousandths = (from: Market): MatchProblem => ({
  version: 1,
  roundId: from.round?.id ?? 'round',
  ampEnd: from.round?.ampEnd ?? null,
  reserve: reserve(from.round),
  projects: from.projects.map(project),
  requirements: from.requirements.map(requirement),
  groups: [
    ...groups(
      'project',
      (from.projectGroups ?? []).map(group => ({ ...group, memberIds: group.projectIds })),
      new Map(from.projects.map(({ id, supplier }) => [id, supplier])),
    ),
    ...groups(
      'requirement',
      (from.requirementGroups ?? []).map(group => ({ ...group, memberIds: group.requirementIds })),
      new Map(from.requirements.map(({ id, buyer }) => [id, buyer])),
    ),
  ],
})

/** What contradicts itself in the words of the file. */
const contradictions = ({ round, requirements }: Market): string[] => [
  ...(round?.reservePercentage && !round.reserveAppliesTo
    ? [`round: reserveAppliesTo must be one of ${RESERVE_KINDS.join(', ')}`]
    : []),
  ...requirements.flatMap(({ id, units, ongoingUnits, acceptOngoingOnly, bidOngoingOnly }) => [
    ...((units == null) === (ongoingUnits == null)
      ? [`Requirement ${id}: either units or ongoingUnits must be given`]
      : []),
    ...(acceptOngoingOnly != null && acceptOngoingOnly !== (bidOngoingOnly != null)
      ? [`Requirement ${id}: acceptOngoingOnly is at odds with bidOngoingOnly`]
      : []),
  ]),
]

const inPoundsAndUnits = (given: Readonly<Record<string, unknown>>): MatchProblem => {
  const { faults, isWhole } = faultsIn(MARKET, given)
  if (!isWhole) throw new FaultyProblem(faults)
  const from = given as Market
  const problem = inPenceAndTenThousandths(from)
  const all = [...faults, ...contradictions(from), ...contradictionsIn(problem)]
  if (all.length > 0) throw new FaultyProblem(all)
  return problem
}

/**
 * Reads a round from a file: the product's own frozen problem, or the market format in pounds and units. Throws
 * `FaultyProblem` with one sentence for each fault.
 */
export const readMarket = (from: Readonly<Record<string, unknown>>): MatchProblem => {
  if (from.version === undefined) return inPoundsAndUnits(from)
  const faults = faultsOf(from)
  if (faults.length > 0) throw new FaultyProblem(faults)
  return from as unknown as MatchProblem
}
