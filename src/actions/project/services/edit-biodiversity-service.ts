import { action } from '../../kit/action.ts'
import { oneOfGiven, notStored } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import {
  toBiodiversityAnswers,
  toBiodiversityColumns,
  biodiversityFields,
  checkHabitatAnswers,
  METRIC_FIELD_GROUP,
  showConditionBefore,
  normaliseHabitat,
  calculateUnits,
} from './biodiversity-fields.ts'
import { readBiodiversityServices } from '../../common/services.ts'
import {
  findChosenService,
  editService,
  initialServiceAnswers,
  SERVICE_EDIT_STATUSES,
  CERTIFICATION_STATUS_CHANGES,
  fillCurrentValues,
} from './service-changes.ts'

/** Corrects a biodiversity service; a certified one must be certified again. */
export const editBiodiversityService = action({
  name: 'EditBiodiversityService',
  on: 'project',
  title: 'Edit biodiversity service',
  who: [operator],
  from: SERVICE_EDIT_STATUSES,
  during: ['Open', 'Closed'],
  given: async (read, project) => ({
    services: (await readBiodiversityServices(read, project.id)).map(toBiodiversityAnswers),
  }),
  fields: { serviceId: notStored(oneOfGiven('Service to edit', 'services')), ...biodiversityFields },
  groups: METRIC_FIELD_GROUP,
  show: showConditionBefore,
  beside: calculateUnits,
  initial: (_project, { services }) => initialServiceAnswers(services),
  normalise: (answers, { services }) => normaliseHabitat(fillCurrentValues(answers, services)),
  check: checkHabitatAnswers,
  warn: (_answers, _project, { services }) =>
    services.length === 0 ? { serviceId: 'There are no biodiversity services' } : {},
  moves: CERTIFICATION_STATUS_CHANGES,
  reads: (read, project) => read.list('service', { projectId: project.id }),
  effect: ({ subject, values: { serviceId, ...values }, reads: services }) => [
    editService(subject, findChosenService(services, serviceId), toBiodiversityColumns(values)),
  ],
  done: 'The service has been changed',
})
