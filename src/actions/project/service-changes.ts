import { isComplete, statusAfterEdit, type Service } from '#domain/service'
import type { Project, ProjectStatus } from '#domain/project'
import type { Move } from '../kit/action.ts'
import { create, move, update, type Change, type NewRow, type Patch } from '../kit/changes.ts'
import type { Choice } from '../kit/fields.ts'

/** While services are added and edited: the operator's work under approved standards (market rules 1.3). */
export const QUANTIFYING: readonly ProjectStatus[] = [
  'Registered',
  'Screened',
  'PendingScreening',
  'NotCertified',
]

/** What an edit or a passed screening may do to the certification of a service. */
export const TO_CERTIFICATION: readonly Move[] = [
  ['service', 'Draft', 'PendingCertification'],
  ['service', 'Certified', 'PendingCertification'],
  ['service', 'NotCertified', 'PendingCertification'],
]

/** Adds a service to a project. */
export const addService = (
  project: Project,
  service: Omit<NewRow<'service'>, 'status'> & Pick<Service, 'type' | 'gainsPerYear'>,
): Change => {
  const status = statusAfterEdit({ units: null, ...service, status: 'Draft' }, project.status)
  return create('service', { ...service, projectId: project.id, status })
}

/** Edits a service: a decision made before no longer counts, and certification follows where it can. */
export const editService = (project: Project, service: Service, patch: Patch<'service'>): Change => {
  const status = statusAfterEdit({ ...service, ...patch }, project.status)
  const edited: Patch<'service'> = { ...patch, standardId: null, decision: null }
  return status === service.status
    ? update('service', service, edited)
    : move('service', service, status, edited)
}

/** A passed screening sends the complete services on to certification. */
export const sendToCertification = (services: readonly Service[]): Change[] =>
  services
    .filter(service => service.status === 'Draft' && isComplete(service))
    .map(service => move('service', service, 'PendingCertification'))

/** The service chosen among those of a project. */
export const chosen = (services: readonly Service[], id: string): Service => {
  const service = services.find(one => one.id === id)
  if (!service) throw new Error(`Service ${id} is not the project's`)
  return service
}

/** With one service to choose from, or once one is chosen and nothing else answered, its present values are filled in. */
export const withPresentValues = <A extends { serviceId?: string | null }>(
  answers: A,
  services: readonly (Choice & { answers: Partial<A> })[],
): A => {
  const { serviceId, ...rest } = answers
  const present = services.find(({ id }) => id === serviceId)?.answers
  const isUntouched = Object.values(rest).every(value => value === undefined || value === null)
  return present && isUntouched ? { ...answers, ...present } : answers
}

/** The first answers of a form that edits a service: those of the only one, if there is only one. */
export const onlyService = <A>(
  services: readonly (Choice & { answers: A })[],
): (A & { serviceId: string }) | null => {
  const [only, another] = services
  return only && !another ? { ...only.answers, serviceId: only.id } : null
}
