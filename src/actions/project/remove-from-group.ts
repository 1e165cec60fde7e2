import { PROJECT_GROUP_LABELS } from '#domain/project/group'
import { UNMATCHED_PROJECT_STATUSES } from '#domain/project/project'
import { GROUP_CHANGE_RULES, previewLeavingGroup } from '../common/grouping.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'

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
