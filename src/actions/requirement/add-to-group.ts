import { UNMATCHED_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { GROUP_CHANGE_RULES, previewLeavingGroup } from '../common/grouping.ts'
import { action, saveAnswers } from '../kit/action.ts'
import { oneOfGiven, confirm, toChoice } from '../kit/fields.ts'
import { REQUIREMENT_GROUP_LABELS } from '#domain/project/group'
import { update } from '../kit/changes.ts'

/** Groups a requirement with others of its buyer in the round, to win up to 100 percent between them or together. */
export const addRequirementToGroup = action({
  name: 'AddToGroup',
  on: 'requirement',
  title: 'Add to group',
  binds: {
    verb: 'Add to the group',
    undone: 'You can remove it from the group until bids and offers close.',
  },
  ...GROUP_CHANGE_RULES,
  from: UNMATCHED_REQUIREMENT_STATUSES,
  when: ({ groupId }) => groupId === null || 'The credit requirement is already in a group',
  given: async (read, { roundId, buyerId }) => ({
    groups: (await read.list('requirementGroup', { roundId, buyerId })).map(toChoice),
  }),
  fields: { groupId: oneOfGiven('Group', 'groups') },
  warn: (_answers, _requirement, { groups }) =>
    groups.length === 0 ? { groupId: 'No groups are available for this credit requirement' } : {},
  effect: saveAnswers,
  done: 'The credit requirement is in the group',
})

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
