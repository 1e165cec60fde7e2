import { isNutrient } from '#domain/credit-type'
import { action } from '../kit/action.ts'
import { oneOfGiven, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { nutrientAnswers, nutrientChoices, nutrientColumns, nutrientFields } from './nutrient-fields.ts'
import {
  chosen,
  editService,
  onlyService,
  QUANTIFYING,
  TO_CERTIFICATION,
  withPresentValues,
} from './service-changes.ts'

/** Corrects a nutrient service; a certified one must be certified again. */
export const editNutrientService = action({
  name: 'EditNutrientService',
  on: 'project',
  title: 'Edit nutrient service',
  who: [operator],
  from: QUANTIFYING,
  during: ['Open', 'Closed'],
  given: async (read, project) => ({
    services: (await read.list('service', { projectId: project.id }))
      .filter(({ type }) => isNutrient(type))
      .map(nutrientAnswers),
    ...(await nutrientChoices(read, project)),
  }),
  fields: { serviceId: notStored(oneOfGiven('Service to edit', 'services')), ...nutrientFields },
  initial: (_project, { services }) => onlyService(services),
  normalise: (answers, { services }) => withPresentValues(answers, services),
  warn: (_answers, _project, { services }) =>
    services.length === 0 ? { serviceId: 'There are no nutrient services' } : {},
  moves: TO_CERTIFICATION,
  reads: (read, project) => read.list('service', { projectId: project.id }),
  effect: ({ subject, values: { serviceId, ...values }, reads: services }) => [
    editService(subject, chosen(services, serviceId), nutrientColumns(values)),
  ],
})
