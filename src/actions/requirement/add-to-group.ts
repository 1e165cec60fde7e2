import { UNMATCHED_REQUIREMENT } from '#domain/requirement'
import { BEFORE_BIDS_CLOSE } from '#domain/round'
import { choiceOf } from '../common/choice-of.ts'
import { whileBidsAreOpen } from '../common/second-person.ts'
import { action, save } from '../kit/action.ts'
import { oneOfGiven } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Ties a requirement to others of its buyer in the round, to be met up to 100 percent between them or together. */
export const addToGroup = action({
  name: 'AddToGroup',
  on: 'requirement',
  title: 'Add to group',
  binds: {
    verb: 'Add to the group',
    undone: 'It can be removed from the group until bids and offers close.',
  },
  who: [operator, owner, agent('RegisterForRound'), agent('MakeOffersOrBids')],
  approval: 'ownerIfAny',
  approvalWhen: whileBidsAreOpen,
  from: UNMATCHED_REQUIREMENT,
  during: BEFORE_BIDS_CLOSE,
  when: ({ groupId }) => groupId === null || 'The credit requirement is in a group already',
  given: async (read, { roundId, buyerId }) => ({
    groups: (await read.list('requirementGroup', { roundId, buyerId })).map(choiceOf),
  }),
  fields: { groupId: oneOfGiven('Group', 'groups') },
  warn: (_answers, _requirement, { groups }) =>
    groups.length === 0 ? { groupId: 'No groups are available for this credit requirement' } : {},
  effect: save,
})
