import { UNMATCHED_PROJECT_STATUSES } from '#domain/project/project'
import { toChoice } from '../fields/choice-of.ts'
import { GROUP_CHANGE_RULES } from '../common/grouping.ts'
import { action, saveAnswers } from '../kit/action.ts'
import { oneOfGiven } from '../kit/fields.ts'

/** Groups a project with others of its supplier in the round, to win exclusively or together. */
export const addProjectToGroup = action({
  name: 'AddToGroup',
  on: 'project',
  title: 'Add to group',
  binds: {
    verb: 'Add to the group',
    undone: 'You can remove it from the group until bids and offers close.',
  },
  ...GROUP_CHANGE_RULES,
  from: UNMATCHED_PROJECT_STATUSES,
  when: ({ groupId }) => groupId === null || 'The project is already in a group',
  given: async (read, { roundId, supplierId }) => ({
    groups: (await read.list('projectGroup', { roundId, supplierId })).map(toChoice),
  }),
  fields: { groupId: oneOfGiven('Group', 'groups') },
  warn: (_answers, _project, { groups }) =>
    groups.length === 0 ? { groupId: 'No project groups are available for this project' } : {},
  effect: saveAnswers,
  done: 'The project is in the group',
})
