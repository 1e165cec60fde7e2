import { action } from '../../kit/action.ts'
import { operator } from '../../kit/who.ts'
import {
  toBiodiversityColumns,
  biodiversityFields,
  checkHabitatAnswers,
  METRIC_FIELD_GROUP,
  showConditionBefore,
  normaliseHabitat,
  calculateUnits,
  canSupplyBiodiversity,
} from './biodiversity-fields.ts'
import { addService, SERVICE_EDIT_STATUSES } from './service-changes.ts'

/** Says which habitat a project creates; its supply in units is set afterwards. */
export const addBiodiversityService = action({
  name: 'AddBiodiversityService',
  on: 'project',
  title: 'Add biodiversity service',
  who: [operator],
  from: SERVICE_EDIT_STATUSES,
  during: ['Open', 'Closed'],
  given: async (read, project) => ({ isYielded: await canSupplyBiodiversity(read, project) }),
  fields: biodiversityFields,
  groups: METRIC_FIELD_GROUP,
  show: showConditionBefore,
  beside: calculateUnits,
  normalise: normaliseHabitat,
  check: (answers, { isYielded }) => ({
    ...checkHabitatAnswers(answers),
    ...(isYielded
      ? {}
      : { form: 'This type of project cannot supply biodiversity units in this market round' }),
  }),
  effect: ({ subject, values, newId }) => [
    addService(subject, {
      id: newId(),
      ...toBiodiversityColumns(values),
      type: 'Biodiversity',
      duration: 'Permanent',
      gainsPerYear: [],
    }),
  ],
  done: 'The service has been added',
})
