import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { type ProjectType, type CertificationStandard, NO_STANDARD } from './reference.ts'
import type { Round } from '../round/round.ts'
import type { Service } from './service.ts'

/** Credit types that a project may supply in a round: those that the round trades and its type can yield. */
export const suppliableCreditTypes = (
  round: Pick<Round, 'services'>,
  type: Pick<ProjectType, 'serviceTypes'> | undefined,
): CreditType[] =>
  CREDIT_TYPES.filter(
    one =>
      (round.services.length === 0 || round.services.includes(one)) &&
      (!type || type.serviceTypes.includes(one)),
  )

/** Says whether a project of this type may register in the round. The round names types, or the services and standards that they must have. */
export const roundAcceptsProjectType = (
  round: Pick<Round, 'services' | 'standardIds' | 'projectTypeIds'>,
  type: Pick<ProjectType, 'id' | 'serviceTypes' | 'standardIds'>,
): boolean => {
  if (round.projectTypeIds.length > 0) return round.projectTypeIds.includes(type.id)
  return (
    (round.services.length === 0 || type.serviceTypes.some(one => round.services.includes(one))) &&
    (round.standardIds.length === 0 || type.standardIds.some(one => round.standardIds.includes(one)))
  )
}

/** Says whether a service may be certified under this standard in the round. */
export const roundAcceptsStandard = (round: Pick<Round, 'standardIds'>, standardId: string | null): boolean =>
  standardId !== null &&
  standardId !== NO_STANDARD &&
  (round.standardIds.length === 0 || round.standardIds.includes(standardId))

/** Standards for certifying the services of a project, with the placeholder first. */
export const availableStandards = <S extends Pick<CertificationStandard, 'id'>>(
  round: Pick<Round, 'standardIds'>,
  standards: readonly S[],
): S[] => [
  ...standards.filter(({ id }) => id === NO_STANDARD),
  ...standards.filter(({ id }) => roundAcceptsStandard(round, id)),
]

/** Says whether a project re-registered without changes keeps its certificates: the round must accept all their standards. */
export const keepsCertificatesOnReregistration = (
  project: { unchangedSinceRoundId: string | null },
  services: readonly Pick<Service, 'status' | 'standardId'>[],
  round: Pick<Round, 'standardIds'>,
): boolean => {
  const certified = services.filter(({ status }) => status === 'Certified')
  return (
    project.unchangedSinceRoundId !== null &&
    certified.length > 0 &&
    certified.every(({ standardId }) => roundAcceptsStandard(round, standardId))
  )
}
