import { action } from '../kit/action.ts'
import { operator } from '../kit/who.ts'
import {
  biodiversityColumns,
  biodiversityFields,
  checkHabitat,
  METRIC_GROUP,
  showBefore,
  tidyHabitat,
  workedSoFar,
  yieldsBiodiversity,
} from './biodiversity-fields.ts'
import { addService, QUANTIFYING } from './service-changes.ts'

/** Says which habitat a project creates; its supply in units is set afterwards. */
export const addBiodiversityService = action({
  name: 'AddBiodiversityService',
  on: 'project',
  title: 'Add biodiversity service',
  who: [operator],
  from: QUANTIFYING,
  during: ['Open', 'Closed'],
  given: async (read, project) => ({ isYielded: await yieldsBiodiversity(read, project) }),
  fields: biodiversityFields,
  groups: METRIC_GROUP,
  show: showBefore,
  beside: workedSoFar,
  normalise: tidyHabitat,
  check: (answers, { isYielded }) => ({
    ...checkHabitat(answers),
    ...(isYielded ? {} : { form: 'This type of project yields no biodiversity units in this market round' }),
  }),
  effect: ({ subject, values, newId }) => [
    addService(subject, {
      id: newId(),
      ...biodiversityColumns(values),
      type: 'Biodiversity',
      duration: 'Permanent',
      gainsPerYear: [],
    }),
  ],
})
