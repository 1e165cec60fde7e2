import type { z } from 'zod'
import { isNutrient, type CreditType } from '../problem/credit-type.ts'
import {
  moduleOf,
  type BroadHabitat,
  type Distinctiveness,
  type Module,
} from '@credit-market/habitat-metric/habitat'
import type {
  MatchGroup,
  MatchPlace,
  MatchProblem,
  MatchProject,
  MatchRequirement,
  MatchReserve,
  MatchService,
} from '../problem/match-problem.ts'
import { penceOf } from '@credit-market/values/money'
import { toUnits } from '@credit-market/values/units'
import { findProblemContradictions, findProblemErrors } from './check-problem.ts'
import { InvalidProblemError } from './errors.ts'
import { listValidationErrors } from './faults.ts'
import { MARKET_FILE_SCHEMA, RESERVE_KINDS } from './market-schema.ts'

type Market = z.infer<typeof MARKET_FILE_SCHEMA>
type Project = Market['projects'][number]
type Requirement = Market['requirements'][number]

/** Bids and offers in the file have no times, so ids alone decide the last tie. */
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
  supply: from.profile.map(({ start, end, units }) => ({
    start,
    end: end ?? null,
    units: toUnits(units),
  })),
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
  ongoingUnits: toUnits(from.units ?? from.ongoingUnits ?? 0),
  additionalUnits: toUnits(from.additionalUnits ?? 0),
  bid: penceOf(from.bid),
  bidOngoingOnly: from.bidOngoingOnly == null ? null : penceOf(from.bidOngoingOnly),
  divisible: from.divisible ?? false,
  redemptionDate: from.redemptionDate,
  bidAt: from.bidAt ?? NO_TIME,
})

/** A group belongs to the owner of its first known member. */
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

/** Contradictions, in the terms of the file. */
const contradictions = ({ round, requirements }: Market): string[] => [
  ...(round?.reservePercentage && !round.reserveAppliesTo
    ? [`round: reserveAppliesTo must be one of ${RESERVE_KINDS.join(', ')}`]
    : []),
  ...requirements.flatMap(({ id, units, ongoingUnits, acceptOngoingOnly, bidOngoingOnly }) => [
    ...((units == null) === (ongoingUnits == null) ? [`Requirement ${id}: enter units or ongoingUnits`] : []),
    ...(acceptOngoingOnly != null && acceptOngoingOnly !== (bidOngoingOnly != null)
      ? [`Requirement ${id}: acceptOngoingOnly contradicts bidOngoingOnly`]
      : []),
  ]),
]

const inPoundsAndUnits = (given: Readonly<Record<string, unknown>>): MatchProblem => {
  const { faults, isWhole } = listValidationErrors(MARKET_FILE_SCHEMA, given)
  if (!isWhole) throw new InvalidProblemError(faults)
  const from = given as Market
  const problem = inPenceAndTenThousandths(from)
  const all = [...faults, ...contradictions(from), ...findProblemContradictions(problem)]
  if (all.length > 0) throw new InvalidProblemError(all)
  return problem
}

/**
 * Reads a round from a file: a frozen problem of the market, or the market format in pounds and units. Throws
 * `InvalidProblemError` with one sentence for each error.
 */
export const readMarketFile = (from: Readonly<Record<string, unknown>>): MatchProblem => {
  if (from.version === undefined) return inPoundsAndUnits(from)
  const faults = findProblemErrors(from)
  if (faults.length > 0) throw new InvalidProblemError(faults)
  return from as unknown as MatchProblem
}
