import { isServiceComplete, serviceStatusAfterEdit, type Service } from '#domain/project/service'
import type { Project, ProjectStatus } from '#domain/project/project'
import type { Transition } from '../../kit/action.ts'
import { create, changeStatus, update, type Change, type NewRow, type Patch } from '../../kit/changes.ts'
import type { Choice } from '../../kit/fields.ts'

/** Statuses in which services are added and edited: the operator's work under approved standards (market rules 1.3). */
export const SERVICE_EDIT_STATUSES: readonly ProjectStatus[] = [
  'Registered',
  'Screened',
  'PendingScreening',
  'NotCertified',
]

/** Transitions of a service's certification by an edit or a passed screening. */
export const CERTIFICATION_STATUS_CHANGES: readonly Transition[] = [
  ['service', 'Draft', 'PendingCertification'],
  ['service', 'Certified', 'PendingCertification'],
  ['service', 'NotCertified', 'PendingCertification'],
]

/** Adds a service to a project. */
export const addService = (
  project: Project,
  service: Omit<NewRow<'service'>, 'status'> & Pick<Service, 'type' | 'gainsPerYear'>,
): Change => {
  const status = serviceStatusAfterEdit({ units: null, ...service, status: 'Draft' }, project.status)
  return create('service', { ...service, projectId: project.id, status })
}

/** Edits a service: earlier decisions no longer count, and certification starts if possible. */
export const editService = (project: Project, service: Service, patch: Patch<'service'>): Change => {
  const status = serviceStatusAfterEdit({ ...service, ...patch }, project.status)
  const edited: Patch<'service'> = { ...patch, standardId: null, decision: null }
  return status === service.status
    ? update('service', service, edited)
    : changeStatus('service', service, status, edited)
}

/** Starts certification of the complete services after a passed screening. */
export const sendToCertification = (services: readonly Service[]): Change[] =>
  services
    .filter(service => service.status === 'Draft' && isServiceComplete(service))
    .map(service => changeStatus('service', service, 'PendingCertification'))

/** Finds the chosen service of a project. */
export const findChosenService = (services: readonly Service[], id: string): Service => {
  const service = services.find(one => one.id === id)
  if (!service) throw new Error(`Service ${id} is not the project's`)
  return service
}

/** Fills in the current values of the only service, or of a chosen one before anything else is answered. */
export const fillCurrentValues = <A extends { serviceId?: string | null }>(
  answers: A,
  services: readonly (Choice & { answers: Partial<A> })[],
): A => {
  const { serviceId, ...rest } = answers
  const present = services.find(({ id }) => id === serviceId)?.answers
  const isUntouched = Object.values(rest).every(value => value === undefined || value === null)
  return present && isUntouched ? { ...answers, ...present } : answers
}

/** First answers of a form that edits a service: those of the only one, if there is only one. */
export const initialServiceAnswers = <A>(
  services: readonly (Choice & { answers: A })[],
): (A & { serviceId: string }) | null => {
  const [only, another] = services
  return only && !another ? { ...only.answers, serviceId: only.id } : null
}
