import { UNMATCHED_REQUIREMENT } from '#domain/requirement'
import { BEFORE_BIDS_CLOSE } from '#domain/round'
import { choiceOf } from '../common/choice-of.ts'
import { whileBidsAreOpen } from '../common/second-person.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { manyOfGiven, notStored } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Adds requirements of the same buyer and round that are in no group yet. */
export const addRequirements = action({
  name: 'AddRequirements',
  on: 'requirementGroup',
  title: 'Add credit requirements',
  binds: {
    verb: 'Add to the group',
    undone: 'They can be removed from the group until bids and offers close.',
  },
  who: [operator, owner, agent('RegisterForRound'), agent('MakeOffersOrBids')],
  approval: 'ownerIfAny',
  approvalWhen: whileBidsAreOpen,
  during: BEFORE_BIDS_CLOSE,
  given: async (read, { roundId, buyerId }) => ({
    requirements: (
      await read.list('requirement', { roundId, buyerId, groupId: null, status: UNMATCHED_REQUIREMENT })
    ).map(choiceOf),
  }),
  fields: { requirementIds: notStored(manyOfGiven('Credit requirements', 'requirements')) },
  warn: (_answers, _group, { requirements }) =>
    requirements.length === 0
      ? { requirementIds: 'There are no credit requirements available to add to this group' }
      : {},
  effect: ({ subject, values }) =>
    values.requirementIds.map(id => update('requirement', { id }, { groupId: subject.id })),
})
