import { UNMATCHED_PROJECT } from '#domain/project'
import { BEFORE_BIDS_CLOSE } from '#domain/round'
import { choiceOf } from '../common/choice-of.ts'
import { whileBidsAreOpen } from '../common/second-person.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { manyOfGiven, notStored } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Adds projects of the same supplier and round that are in no group yet. */
export const addProjects = action({
  name: 'AddProjects',
  on: 'projectGroup',
  title: 'Add projects',
  binds: {
    verb: 'Add to the group',
    undone: 'They can be removed from the group until bids and offers close.',
  },
  who: [operator, owner, agent('RegisterForRound'), agent('MakeOffersOrBids')],
  approval: 'ownerIfAny',
  approvalWhen: whileBidsAreOpen,
  during: BEFORE_BIDS_CLOSE,
  given: async (read, { roundId, supplierId }) => ({
    projects: (
      await read.list('project', { roundId, supplierId, groupId: null, status: UNMATCHED_PROJECT })
    ).map(choiceOf),
  }),
  fields: { projectIds: notStored(manyOfGiven('Projects', 'projects')) },
  warn: (_answers, _group, { projects }) =>
    projects.length === 0 ? { projectIds: 'There are no projects available to add to this group' } : {},
  effect: ({ subject, values }) =>
    values.projectIds.map(id => update('project', { id }, { groupId: subject.id })),
})
