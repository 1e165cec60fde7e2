import { GROUP_TYPES, REQUIREMENT_GROUP_LABELS } from '#domain/project/group'
import { isParticipant } from '#domain/people/organisation'
import { GROUP_ACTOR_GROUPS } from '../common/grouping.ts'
import { action } from '../kit/action.ts'
import { create, update } from '../kit/changes.ts'
import { manyOfGiven, name, oneOf, oneOfGiven, optional, notStored } from '../kit/fields.ts'
import { readRoundsForGroups, readRoundsForActor } from '../fields/rounds-to-choose.ts'

/** Groups credit requirements of this buyer in one round, to win up to 100 percent between them or together. */
export const createCreditRequirementGroup = action({
  name: 'CreateCreditRequirementGroup',
  on: 'organisation',
  title: 'Add credit requirement group',
  who: GROUP_ACTOR_GROUPS,
  when: isParticipant,
  given: async (read, organisation, actor) => {
    const rounds = await readRoundsForActor(
      read,
      organisation,
      actor,
      ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers'],
      ['RegisterForRound', 'MakeOffersOrBids'],
    )
    const requirements = await read.list('requirement', {
      buyerId: organisation.id,
      roundId: await readRoundsForGroups(read, rounds, actor),
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
  // Leaves out the organisation's own name and type, which this action does not set.
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
  done: 'The group has been added',
})
