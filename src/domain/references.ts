import type { CreditType } from './credit-type.ts'
import type { Project } from './project.ts'
import { NO_STANDARD } from './reference.ts'
import { needOf, type Requirement } from './requirement.ts'
import type { Service } from './service.ts'

/** What the registered projects and requirements of a round use of what it admits. */
export interface UsedInRound {
  services: CreditType[]
  standardIds: string[]
  ncaIds: string[]
  subcatchmentIds: string[]
}

const distinct = <T extends string>(values: readonly (T | null | undefined)[]): T[] =>
  [...new Set(values.filter((value): value is T => Boolean(value)))].toSorted()

/** What may no longer be removed from a round, because something that is no longer a draft uses it. */
export const usedInRound = (
  projects: readonly Project[],
  services: readonly Service[],
  requirements: readonly Requirement[],
): UsedInRound => {
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
