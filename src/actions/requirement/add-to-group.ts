import { UNMATCHED_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { toChoice } from '../fields/choice-of.ts'
import { GROUP_CHANGE_RULES } from '../common/grouping.ts'
import { action, saveAnswers } from '../kit/action.ts'
import { oneOfGiven } from '../kit/fields.ts'

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
