import { GROUP_TYPES, PROJECT_GROUP_LABELS } from '#domain/project/group'
import { GROUP_CHANGE_RULES } from '../common/grouping.ts'
import { action, saveAnswers } from '../kit/action.ts'
import { name, oneOf } from '../kit/fields.ts'

/** Renames a group, or changes how its projects win. */
export const updateProjectGroup = action({
  name: 'UpdateDetails',
  on: 'projectGroup',
  title: 'Update details',
  ...GROUP_CHANGE_RULES,
  fields: {
    name: name('Name'),
    type: oneOf('Type', GROUP_TYPES, PROJECT_GROUP_LABELS),
  },
  effect: saveAnswers,
  done: 'Your changes have been saved',
})
