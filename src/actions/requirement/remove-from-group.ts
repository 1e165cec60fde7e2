import { REQUIREMENT_GROUP_LABELS } from '#domain/project/group'
import { UNMATCHED_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { GROUP_CHANGE_RULES, previewLeavingGroup } from '../common/grouping.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'

/** Removes a requirement from its group. */
export const removeRequirementFromGroup = action({
  name: 'RemoveFromGroup',
  on: 'requirement',
  title: 'Remove from group',
  binds: {
    verb: 'Remove from the group',
    undone: 'You can add it to a group again until bids and offers close.',
  },
  ...GROUP_CHANGE_RULES,
  from: UNMATCHED_REQUIREMENT_STATUSES,
  when: ({ groupId }) => groupId !== null || 'The credit requirement is not in a group',
  fields: { confirmed: confirm('Remove the credit requirement from its group') },
  reads: async (read, { groupId }) => (groupId === null ? undefined : read.one('requirementGroup', groupId)),
  preview: ({ subject, reads: group }) => previewLeavingGroup(subject.name, group, REQUIREMENT_GROUP_LABELS),
  effect: ({ subject }) => [update('requirement', subject, { groupId: null })],
  done: 'The credit requirement has left the group',
})
