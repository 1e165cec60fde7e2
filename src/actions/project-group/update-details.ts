import { UNMATCHED_PROJECT_STATUSES } from '#domain/project/project'
import { GROUP_CHANGE_RULES } from '../common/grouping.ts'
import { action, saveAnswers } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { manyOfGiven, notStored, name, oneOf, toChoice } from '../kit/fields.ts'
import { GROUP_TYPES, PROJECT_GROUP_LABELS } from '#domain/project/group'

/** Adds projects of the same supplier and round that are in no group. */
export const addProjects = action({
  name: 'AddProjects',
  on: 'projectGroup',
  title: 'Add projects',
  binds: {
    verb: 'Add to the group',
    undone: 'You can remove them from the group until bids and offers close.',
  },
  ...GROUP_CHANGE_RULES,
  given: async (read, { roundId, supplierId }) => ({
    projects: (
      await read.list('project', { roundId, supplierId, groupId: null, status: UNMATCHED_PROJECT_STATUSES })
    ).map(toChoice),
  }),
  fields: { projectIds: notStored(manyOfGiven('Projects', 'projects')) },
  warn: (_answers, _group, { projects }) =>
    projects.length === 0 ? { projectIds: 'There are no projects available to add to this group' } : {},
  effect: ({ subject, values }) =>
    values.projectIds.map(id => update('project', { id }, { groupId: subject.id })),
  done: 'The projects are in the group',
})

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
