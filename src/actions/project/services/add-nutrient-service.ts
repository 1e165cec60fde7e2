import { action } from '../../kit/action.ts'
import { operator } from '../../kit/who.ts'
import { readNutrientChoices, toNutrientColumns, nutrientFields } from './nutrient-fields.ts'
import { addService, SERVICE_EDIT_STATUSES } from './service-changes.ts'

/** Says how many nutrient credits a project supplies, from when and for how long. */
export const addNutrientService = action({
  name: 'AddNutrientService',
  on: 'project',
  title: 'Add nutrient service',
  who: [operator],
  from: SERVICE_EDIT_STATUSES,
  during: ['Open', 'Closed'],
  given: readNutrientChoices,
  fields: nutrientFields,
  initial: (_project, { nutrients, durations }) => ({
    service: nutrients.length === 1 ? nutrients[0]?.id : undefined,
    mitigationDuration: durations.length === 1 ? durations[0]?.id : undefined,
  }),
  effect: ({ subject, values, newId }) => [
    addService(subject, {
      id: newId(),
      ...toNutrientColumns(values),
      module: 'NA',
      broadHabitat: 'NA',
      sizeUnit: 'Ha',
      gainsPerYear: [],
    }),
  ],
  done: 'The service has been added',
})
