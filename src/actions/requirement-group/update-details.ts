import { UNMATCHED_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { GROUP_CHANGE_RULES } from '../common/grouping.ts'
import { action, saveAnswers } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { manyOfGiven, notStored, name, oneOf, toChoice } from '../kit/fields.ts'
import { GROUP_TYPES, REQUIREMENT_GROUP_LABELS } from '#domain/project/group'

/** Adds requirements of the same buyer and round that are in no group. */
export const addRequirements = action({
  name: 'AddRequirements',
  on: 'requirementGroup',
  title: 'Add credit requirements',
  binds: {
    verb: 'Add to the group',
    undone: 'You can remove them from the group until bids and offers close.',
  },
  ...GROUP_CHANGE_RULES,
  given: async (read, { roundId, buyerId }) => ({
    requirements: (
      await read.list('requirement', {
        roundId,
        buyerId,
        groupId: null,
        status: UNMATCHED_REQUIREMENT_STATUSES,
      })
    ).map(toChoice),
  }),
  fields: { requirementIds: notStored(manyOfGiven('Credit requirements', 'requirements')) },
  warn: (_answers, _group, { requirements }) =>
    requirements.length === 0
      ? { requirementIds: 'There are no credit requirements available to add to this group' }
      : {},
  effect: ({ subject, values }) =>
    values.requirementIds.map(id => update('requirement', { id }, { groupId: subject.id })),
  done: 'The credit requirements are in the group',
})

/** Renames a group, or changes how its requirements win. */
export const updateRequirementGroup = action({
  name: 'UpdateDetails',
  on: 'requirementGroup',
  title: 'Update details',
  ...GROUP_CHANGE_RULES,
  fields: {
    name: name('Name'),
    type: oneOf('Type', GROUP_TYPES, REQUIREMENT_GROUP_LABELS),
  },
  effect: saveAnswers,
  done: 'Your changes have been saved',
})
