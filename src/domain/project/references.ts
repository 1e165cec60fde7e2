import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Project } from './project.ts'
import { NO_STANDARD } from './reference.ts'
import { needOf, type Requirement } from './requirement.ts'
import type { Service } from './service.ts'

/** Parts of a round's settings that its registered projects and requirements use. */
export interface RoundSettingsInUse {
  services: CreditType[]
  standardIds: string[]
  ncaIds: string[]
  subcatchmentIds: string[]
}

const distinct = <T extends string>(values: readonly (T | null | undefined)[]): T[] =>
  [...new Set(values.filter((value): value is T => Boolean(value)))].toSorted()

/** Settings that cannot be removed from a round, because a registered thing uses them. */
export const findRoundSettingsInUse = (
  projects: readonly Project[],
  services: readonly Service[],
  requirements: readonly Requirement[],
): RoundSettingsInUse => {
  const registered = projects.filter(({ status }) => status !== 'Draft')
  const supplied = services.filter(({ projectId }) => registered.some(({ id }) => id === projectId))
  const needed = requirements.filter(({ status }) => status !== 'Draft')
  const places = [...registered, ...needed]
  return {
    services: distinct([
      ...registered.flatMap(({ creditTypes }) => creditTypes),
      ...supplied.map(({ type }) => type),
      ...needed.map(requirement => needOf(requirement)?.creditType),
    ]),
    standardIds: distinct(supplied.map(({ standardId }) => standardId)).filter(id => id !== NO_STANDARD),
    ncaIds: distinct(places.map(({ ncaId }) => ncaId)),
    subcatchmentIds: distinct(places.map(({ subcatchmentId }) => subcatchmentId)),
  }
}
