import { UNMATCHED_PROJECT } from '#domain/project'
import { BEFORE_BIDS_CLOSE } from '#domain/round'
import { choiceOf } from '../common/choice-of.ts'
import { whileBidsAreOpen } from '../common/second-person.ts'
import { action, save } from '../kit/action.ts'
import { oneOfGiven } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Ties a project to others of its supplier in the round, to win exclusively or together. */
export const addToGroup = action({
  name: 'AddToGroup',
  on: 'project',
  title: 'Add to group',
  binds: {
    verb: 'Add to the group',
    undone: 'It can be removed from the group until bids and offers close.',
  },
  who: [operator, owner, agent('RegisterForRound'), agent('MakeOffersOrBids')],
  approval: 'ownerIfAny',
  approvalWhen: whileBidsAreOpen,
  from: UNMATCHED_PROJECT,
  during: BEFORE_BIDS_CLOSE,
  when: ({ groupId }) => groupId === null || 'The project is in a group already',
  given: async (read, { roundId, supplierId }) => ({
    groups: (await read.list('projectGroup', { roundId, supplierId })).map(choiceOf),
  }),
  fields: { groupId: oneOfGiven('Group', 'groups') },
  warn: (_answers, _project, { groups }) =>
    groups.length === 0 ? { groupId: 'No project groups are available for this project' } : {},
  effect: save,
})
