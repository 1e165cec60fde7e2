import { isNutrient } from '@credit-market/matching/problem/credit-type'
import { action } from '../../kit/action.ts'
import { oneOfGiven, notStored } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import {
  toNutrientAnswers,
  readNutrientChoices,
  toNutrientColumns,
  nutrientFields,
} from './nutrient-fields.ts'
import {
  findChosenService,
  editService,
  initialServiceAnswers,
  SERVICE_EDIT_STATUSES,
  CERTIFICATION_STATUS_CHANGES,
  fillCurrentValues,
} from './service-changes.ts'

/** Corrects a nutrient service; a certified one must be certified again. */
export const editNutrientService = action({
  name: 'EditNutrientService',
  on: 'project',
  title: 'Edit nutrient service',
  who: [operator],
  from: SERVICE_EDIT_STATUSES,
  during: ['Open', 'Closed'],
  given: async (read, project) => ({
    services: (await read.list('service', { projectId: project.id }))
      .filter(({ type }) => isNutrient(type))
      .map(toNutrientAnswers),
    ...(await readNutrientChoices(read, project)),
  }),
  fields: { serviceId: notStored(oneOfGiven('Service to edit', 'services')), ...nutrientFields },
  initial: (_project, { services }) => initialServiceAnswers(services),
  normalise: (answers, { services }) => fillCurrentValues(answers, services),
  warn: (_answers, _project, { services }) =>
    services.length === 0 ? { serviceId: 'There are no nutrient services' } : {},
  moves: CERTIFICATION_STATUS_CHANGES,
  reads: (read, project) => read.list('service', { projectId: project.id }),
  effect: ({ subject, values: { serviceId, ...values }, reads: services }) => [
    editService(subject, findChosenService(services, serviceId), toNutrientColumns(values)),
  ],
  done: 'The service has been changed',
})
