import type { Capacity } from './capacity.ts'
import { CREDIT_TYPE_LABELS, isNutrient, type CreditType } from './credit-type.ts'
import type { Day } from './dates.ts'
import { whyNotAdmitted } from './participation-rules.ts'
import type { Project } from './project.ts'
import type { ProjectType } from './reference.ts'
import { endsTooSoon, needOf, type Needing, type Requirement } from './requirement.ts'
import { capacitiesOf, type Round } from './round.ts'
import type { Service } from './service.ts'
import { acceptsStandard, isTypeFor } from './suitability.ts'

/** A project or requirement as far as a round cares; what has not been said yet stands against nothing. */
export interface Candidate {
  /** As what its owner takes part. */
  capacity: Capacity
  /** Empty while they are not known. */
  creditTypes: readonly CreditType[]
  ncaId: string | null
  lpaId: string | null
  subcatchmentId: string | null
  projectType: Pick<ProjectType, 'id' | 'serviceTypes' | 'standardIds'> | undefined
  /** Those under which its services are certified. */
  standardIds: readonly string[]
  /** Of a need that has no ongoing units. */
  additionalOnlyFrom: Day | null
}

/** What a round says of the things that it takes. */
export type RoundTaking = Pick<
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

/** What a round thinks of a thing, in sentences: what stands against it for good, and what is only doubtful. */
export interface Fit {
  against: string[]
  doubts: string[]
}

/** A project as a round looks at it: it yields what its services supply or, before there are any, what its owner named. */
export const projectCandidate = (
  project: Pick<Project, 'creditTypes' | 'ncaId' | 'lpaId' | 'subcatchmentId'>,
  services: readonly Pick<Service, 'type' | 'status' | 'standardId'>[],
  projectType: Candidate['projectType'],
): Candidate => ({
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

/** A requirement as a round looks at it. */
export const requirementCandidate = (
  requirement: Needing & Pick<Requirement, 'ncaId' | 'lpaId' | 'subcatchmentId' | 'redemptionDate'>,
): Candidate => {
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

/** Does the round reach this place? It reaches every place where it names none. */
const reaches = (named: readonly string[], id: string | null): boolean =>
  named.length === 0 || id === null || named.includes(id)

/** Can credits of this type be exchanged in the round with what lies here: in its subcatchment, or its character area or planning area? */
const reachesFor = (type: CreditType, { ncaId, lpaId, subcatchmentId }: Candidate, round: RoundTaking) =>
  isNutrient(type)
    ? reaches(round.subcatchmentIds, subcatchmentId)
    : reaches(round.ncaIds, ncaId) || (lpaId !== null && round.lpaIds.includes(lpaId))

const untraded = (type: CreditType): string =>
  `This market round trades no ${CREDIT_TYPE_LABELS[type].toLowerCase()}`

const outside = (type: CreditType): string =>
  `${isNutrient(type) ? 'Its subcatchment' : 'Its national character area'} lies outside this market round`

/**
 * Does a round take this thing (market rules 2.5 and 5a.5)? Whatever can never be matched there stands against it: its
 * credit types, its place, the party, the type of project, and additional units that end with the AMP before they are
 * needed. What only a part of it suffers from, or what can be made good in the round, is a doubt.
 */
export const fitsRound = (candidate: Candidate, round: RoundTaking): Fit => {
  const types = [...new Set(candidate.creditTypes)]
  const trades = (type: CreditType): boolean => round.services.length === 0 || round.services.includes(type)
  const misfits = types.flatMap(type =>
    !trades(type) ? [untraded(type)] : reachesFor(type, candidate, round) ? [] : [outside(type)],
  )
  const reasons = [...new Set(misfits)]
  const isHopeless = types.length > 0 && misfits.length === types.length
  const party = whyNotAdmitted(round.bidderType, [candidate.capacity])
  const { projectType, additionalOnlyFrom, standardIds } = candidate
  return {
    against: [
      ...(party ? [party] : []),
      ...(isHopeless ? reasons : []),
      ...(!isHopeless && projectType && !isTypeFor(round, projectType)
        ? ['This market round takes no projects of this type']
        : []),
      ...(additionalOnlyFrom !== null &&
      endsTooSoon({ ongoingUnits: 0, redemptionDate: additionalOnlyFrom }, round.ampEnd)
        ? ['The additional units end with the AMP, before the redemption date']
        : []),
    ],
    doubts: [
      ...(isHopeless ? [] : reasons),
      ...(reaches(round.lpaIds, candidate.lpaId)
        ? []
        : ['Its local planning authority is not among those of this market round']),
      ...(standardIds.every(id => acceptsStandard(round, id))
        ? []
        : ['Its certificates are under standards that this market round does not accept']),
    ],
  }
}

/**
 * The capacities in which an organisation can trade in a round, by the things that it has and those in which it took part
 * before. Whoever has nothing yet may trade anything.
 */
export const capacitiesThatFit = (
  round: RoundTaking,
  things: readonly Candidate[],
  before: readonly Capacity[],
): Capacity[] => {
  const known = things.filter(({ creditTypes }) => creditTypes.length > 0)
  return capacitiesOf(round.bidderType).filter(capacity =>
    known.length === 0
      ? before.length === 0 || before.includes(capacity)
      : known.some(thing => thing.capacity === capacity && fitsRound(thing, round).against.length === 0),
  )
}
