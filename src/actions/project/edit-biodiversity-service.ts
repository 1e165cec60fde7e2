import { action } from '../kit/action.ts'
import { oneOfGiven, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import {
  biodiversityAnswers,
  biodiversityColumns,
  biodiversityFields,
  checkHabitat,
  METRIC_GROUP,
  showBefore,
  tidyHabitat,
  workedSoFar,
} from './biodiversity-fields.ts'
import {
  chosen,
  editService,
  onlyService,
  QUANTIFYING,
  TO_CERTIFICATION,
  withPresentValues,
} from './service-changes.ts'

/** Corrects a biodiversity service; a certified one must be certified again. */
export const editBiodiversityService = action({
  name: 'EditBiodiversityService',
  on: 'project',
  title: 'Edit biodiversity service',
  who: [operator],
  from: QUANTIFYING,
  during: ['Open', 'Closed'],
  given: async (read, project) => ({
    services: (await read.list('service', { projectId: project.id, type: 'Biodiversity' })).map(
      biodiversityAnswers,
    ),
  }),
  fields: { serviceId: notStored(oneOfGiven('Service to edit', 'services')), ...biodiversityFields },
  groups: METRIC_GROUP,
  show: showBefore,
  beside: workedSoFar,
  initial: (_project, { services }) => onlyService(services),
  normalise: (answers, { services }) => tidyHabitat(withPresentValues(answers, services)),
  check: checkHabitat,
  warn: (_answers, _project, { services }) =>
    services.length === 0 ? { serviceId: 'There are no biodiversity services' } : {},
  moves: TO_CERTIFICATION,
  reads: (read, project) => read.list('service', { projectId: project.id }),
  effect: ({ subject, values: { serviceId, ...values }, reads: services }) => [
    editService(subject, chosen(services, serviceId), biodiversityColumns(values)),
  ],
})
