import { CREDIT_TYPES, type CreditType } from './credit-type.ts'
import type { ProjectType, Standard } from './reference.ts'
import { NO_STANDARD } from './reference.ts'
import type { Round } from './round.ts'
import type { Service } from './service.ts'

/** The credit types a project may supply in a round: those the round trades and its type can yield. */
export const creditTypesFor = (
  round: Pick<Round, 'services'>,
  type: Pick<ProjectType, 'serviceTypes'> | undefined,
): CreditType[] =>
  CREDIT_TYPES.filter(
    one =>
      (round.services.length === 0 || round.services.includes(one)) &&
      (!type || type.serviceTypes.includes(one)),
  )

/** May a project of this type be registered in the round? The round names types, or the services and standards they must have. */
export const isTypeFor = (
  round: Pick<Round, 'services' | 'standardIds' | 'projectTypeIds'>,
  type: Pick<ProjectType, 'id' | 'serviceTypes' | 'standardIds'>,
): boolean => {
  if (round.projectTypeIds.length > 0) return round.projectTypeIds.includes(type.id)
  return (
    (round.services.length === 0 || type.serviceTypes.some(one => round.services.includes(one))) &&
    (round.standardIds.length === 0 || type.standardIds.some(one => round.standardIds.includes(one)))
  )
}

/** May a service be certified under this standard in the round? */
export const acceptsStandard = (round: Pick<Round, 'standardIds'>, standardId: string | null): boolean =>
  standardId !== null &&
  standardId !== NO_STANDARD &&
  (round.standardIds.length === 0 || round.standardIds.includes(standardId))

/** The standards to choose from when the services of a project are certified, with the placeholder first. */
export const standardsFor = <S extends Pick<Standard, 'id'>>(
  round: Pick<Round, 'standardIds'>,
  standards: readonly S[],
): S[] => [
  ...standards.filter(({ id }) => id === NO_STANDARD),
  ...standards.filter(({ id }) => acceptsStandard(round, id)),
]

/** May a project registered again, unchanged, keep its certificates: all of them are under standards that the round accepts. */
export const keepsCertificates = (
  project: { unchangedSinceRoundId: string | null },
  services: readonly Pick<Service, 'status' | 'standardId'>[],
  round: Pick<Round, 'standardIds'>,
): boolean => {
  const certified = services.filter(({ status }) => status === 'Certified')
  return (
    project.unchangedSinceRoundId !== null &&
    certified.length > 0 &&
    certified.every(({ standardId }) => acceptsStandard(round, standardId))
  )
}
