import { UNMATCHED_PROJECT_STATUSES } from '#domain/project/project'
import { GROUP_CHANGE_RULES, previewLeavingGroup } from '../common/grouping.ts'
import { action, saveAnswers } from '../kit/action.ts'
import { oneOfGiven, confirm, toChoice } from '../kit/fields.ts'
import { PROJECT_GROUP_LABELS } from '#domain/project/group'
import { update } from '../kit/changes.ts'

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

/** Removes a project from its group. */
export const removeProjectFromGroup = action({
  name: 'RemoveFromGroup',
  on: 'project',
  title: 'Remove from group',
  binds: {
    verb: 'Remove from the group',
    undone: 'You can add it to a group again until bids and offers close.',
  },
  ...GROUP_CHANGE_RULES,
  from: UNMATCHED_PROJECT_STATUSES,
  when: ({ groupId }) => groupId !== null || 'The project is not in a group',
  fields: { confirmed: confirm('Remove the project from its group') },
  reads: async (read, { groupId }) => (groupId === null ? undefined : read.one('projectGroup', groupId)),
  preview: ({ subject, reads: group }) => previewLeavingGroup(subject.name, group, PROJECT_GROUP_LABELS),
  effect: ({ subject }) => [update('project', subject, { groupId: null })],
  done: 'The project has left the group',
})
