import { GROUP_TYPES, REQUIREMENT_GROUP_LABELS } from '#domain/group'
import { isParticipant } from '#domain/organisation'
import { action } from '../kit/action.ts'
import { create, update } from '../kit/changes.ts'
import { manyOfGiven, name, oneOf, oneOfGiven, optional, notStored } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { roundsToGroupIn, roundsOf } from './rounds-to-choose.ts'

/** Groups credit requirements of this buyer in one round, of which up to one hundred percent or all are to win. */
export const createCreditRequirementGroup = action({
  name: 'CreateCreditRequirementGroup',
  on: 'organisation',
  title: 'Add credit requirement group',
  who: [operator, owner, agent('RegisterForRound'), agent('MakeOffersOrBids')],
  when: isParticipant,
  given: async (read, organisation, actor) => {
    const rounds = await roundsOf(
      read,
      organisation,
      actor,
      ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers'],
      ['RegisterForRound', 'MakeOffersOrBids'],
    )
    const requirements = await read.list('requirement', {
      buyerId: organisation.id,
      roundId: await roundsToGroupIn(read, rounds, actor),
      groupId: null,
      status: ['Draft', 'Provisional', 'Registered', 'Bid'],
    })
    return {
      rounds,
      requirements: requirements.map(({ id, name: called, roundId }) => ({ id, name: called, roundId })),
    }
  },
  fields: {
    name: name('Name'),
    type: oneOf('Type', GROUP_TYPES, REQUIREMENT_GROUP_LABELS),
    marketRoundId: oneOfGiven('Market round', 'rounds'),
    requirementIds: optional(notStored(manyOfGiven('Credit requirements', 'requirements'))),
  },
  // Not the organisation's own name and type.
  initial: () => ({ name: null, type: null }),
  check: ({ marketRoundId, requirementIds }, { requirements }) =>
    marketRoundId &&
    requirements.some(({ id, roundId }) => requirementIds?.includes(id) && roundId !== marketRoundId)
      ? { requirementIds: 'Credit requirements of one group must be in the same market round' }
      : {},
  warn: ({ marketRoundId }, _subject, { requirements }) =>
    !requirements.some(requirement => !marketRoundId || requirement.roundId === marketRoundId)
      ? { requirementIds: 'There are no requirements available to add to this group' }
      : {},
  effect: ({ subject, values: { name: called, type, marketRoundId, requirementIds }, newId }) => {
    const id = newId()
    return [
      create('requirementGroup', { id, name: called, type, roundId: marketRoundId, buyerId: subject.id }),
      ...(requirementIds ?? []).map(requirementId =>
        update('requirement', { id: requirementId }, { groupId: id }),
      ),
    ]
  },
})
