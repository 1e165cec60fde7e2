import type { Capacity } from '../values/capacity.ts'
import { isNutrient, type CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day } from '@credit-market/values/dates'
import { findAdmissionObstacle } from '../round/participation-rules.ts'
import type { Project } from './project.ts'
import type { ProjectType } from './reference.ts'
import { needOf, type RequirementNeedFields, type Requirement } from './requirement.ts'
import { endsBeforeRedemption } from '@credit-market/matching/problem/match-problem'
import { capacitiesOfBidderType, type Round } from '../round/round.ts'
import type { Service } from './service.ts'
import { roundAcceptsStandard, roundAcceptsProjectType } from './suitability.ts'

/** The facts of a project or requirement that matter to a round; unknown facts are no obstacle. */
export interface RoundFitCandidate {
  /** Capacity of its owner. */
  capacity: Capacity
  /** Empty while unknown. */
  creditTypes: readonly CreditType[]
  ncaId: string | null
  lpaId: string | null
  subcatchmentId: string | null
  projectType: Pick<ProjectType, 'id' | 'serviceTypes' | 'standardIds'> | undefined
  /** Standards of its certified services. */
  standardIds: readonly string[]
  /** First day of a need without ongoing units. */
  additionalOnlyFrom: Day | null
}

/** Conditions of a round for projects and requirements. */
export type RoundConditions = Pick<
  Round,
  | 'services'
  | 'standardIds'
  | 'projectTypeIds'
  | 'ncaIds'
  | 'lpaIds'
  | 'subcatchmentIds'
  | 'bidderType'
  | 'ampEnd'
>

/** Result of the check against a round, as sentences: permanent obstacles, and doubts. */
export interface RoundFitResult {
  against: string[]
  doubts: string[]
}

/** Facts of a project for a round: credits of its services, or, if it has none yet, of its owner's answers. */
export const projectRoundCandidate = (
  project: Pick<Project, 'creditTypes' | 'ncaId' | 'lpaId' | 'subcatchmentId'>,
  services: readonly Pick<Service, 'type' | 'status' | 'standardId'>[],
  projectType: RoundFitCandidate['projectType'],
): RoundFitCandidate => ({
  capacity: 'Supplier',
  creditTypes: services.length > 0 ? services.map(({ type }) => type) : project.creditTypes,
  ncaId: project.ncaId,
  lpaId: project.lpaId,
  subcatchmentId: project.subcatchmentId,
  projectType,
  standardIds: services.flatMap(({ status, standardId }) =>
    status === 'Certified' && standardId !== null ? [standardId] : [],
  ),
  additionalOnlyFrom: null,
})

/** Facts that decide whether a requirement fits a round. */
export const requirementRoundCandidate = (
  requirement: RequirementNeedFields &
    Pick<Requirement, 'ncaId' | 'lpaId' | 'subcatchmentId' | 'redemptionDate'>,
): RoundFitCandidate => {
  const need = needOf(requirement)
  return {
    capacity: requirement.type,
    creditTypes: need === null ? [] : [need.creditType],
    ncaId: requirement.ncaId,
    lpaId: requirement.lpaId,
    subcatchmentId: requirement.subcatchmentId,
    projectType: undefined,
    standardIds: [],
    additionalOnlyFrom: need !== null && need.ongoingUnits === 0 ? requirement.redemptionDate : null,
  }
}

/** Says whether the round includes this place; a round that names no places includes all. */
const reaches = (named: readonly string[], id: string | null): boolean =>
  named.length === 0 || id === null || named.includes(id)

/** Says whether credits of this type can be exchanged in the round here: in the subcatchment, or in the character or planning area. */
const reachesFor = (
  type: CreditType,
  { ncaId, lpaId, subcatchmentId }: RoundFitCandidate,
  round: RoundConditions,
) =>
  isNutrient(type)
    ? reaches(round.subcatchmentIds, subcatchmentId)
    : reaches(round.ncaIds, ncaId) || (lpaId !== null && round.lpaIds.includes(lpaId))

const UNTRADED: Record<CreditType, string> = {
  Biodiversity: 'This market round does not trade biodiversity units',
  NutrientMitigationNitrogen: 'This market round does not trade nitrogen credits',
  NutrientMitigationPhosphorous: 'This market round does not trade phosphorous credits',
}

const outside = (type: CreditType): string =>
  isNutrient(type)
    ? 'Its subcatchment is outside this market round'
    : 'Its national character area is outside this market round'

/**
 * Checks a thing against a round (market rules 2.5 and 5a.5). Obstacles are facts that make a match impossible: credit types,
 * place, party, project type, and additional units that end with the AMP before they are needed. Doubts concern only a part, or
 * can be resolved during the round.
 */
export const checkRoundFit = (candidate: RoundFitCandidate, round: RoundConditions): RoundFitResult => {
  const types = [...new Set(candidate.creditTypes)]
  const trades = (type: CreditType): boolean => round.services.length === 0 || round.services.includes(type)
  const misfits = types.flatMap(type =>
    !trades(type) ? [UNTRADED[type]] : reachesFor(type, candidate, round) ? [] : [outside(type)],
  )
  const reasons = [...new Set(misfits)]
  const isHopeless = types.length > 0 && misfits.length === types.length
  const party = findAdmissionObstacle(round.bidderType, [candidate.capacity])
  const { projectType, additionalOnlyFrom, standardIds } = candidate
  return {
    against: [
      ...(party ? [party] : []),
      ...(isHopeless ? reasons : []),
      ...(!isHopeless && projectType && !roundAcceptsProjectType(round, projectType)
        ? ['This market round does not accept projects of this type']
        : []),
      ...(additionalOnlyFrom !== null &&
      endsBeforeRedemption({ ongoingUnits: 0, redemptionDate: additionalOnlyFrom }, round.ampEnd)
        ? ['The additional units are needed only until the AMP end, which is before the redemption date']
        : []),
    ],
    doubts: [
      ...(isHopeless ? [] : reasons),
      ...(reaches(round.lpaIds, candidate.lpaId)
        ? []
        : ['Its local planning authority is not part of this market round']),
      ...(standardIds.every(id => roundAcceptsStandard(round, id))
        ? []
        : ['It is certified under a standard that this market round does not accept']),
    ],
  }
}

/**
 * Capacities in which an organisation can trade in a round, by its things and its earlier participations. An organisation without
 * any may trade in every capacity.
 */
export const capacitiesOpenInRound = (
  round: RoundConditions,
  things: readonly RoundFitCandidate[],
  before: readonly Capacity[],
): Capacity[] => {
  const known = things.filter(({ creditTypes }) => creditTypes.length > 0)
  return capacitiesOfBidderType(round.bidderType).filter(capacity =>
    known.length === 0
      ? before.length === 0 || before.includes(capacity)
      : known.some(thing => thing.capacity === capacity && checkRoundFit(thing, round).against.length === 0),
  )
}
