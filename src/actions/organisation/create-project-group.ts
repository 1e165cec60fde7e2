import { GROUP_TYPES, PROJECT_GROUP_LABELS } from '#domain/project/group'
import { isParticipant } from '#domain/people/organisation'
import { PROJECT_STATUSES } from '#domain/project/project'
import { GROUP_ACTOR_GROUPS } from '../common/grouping.ts'
import { action } from '../kit/action.ts'
import { create, update } from '../kit/changes.ts'
import { manyOfGiven, name, oneOf, oneOfGiven, optional, notStored } from '../kit/fields.ts'
import { readRoundsForGroups, readRoundsForActor } from '../fields/rounds-to-choose.ts'

const UNTIL_OFFERED = PROJECT_STATUSES.slice(0, PROJECT_STATUSES.indexOf('Offered') + 1)

/** Groups projects of this supplier in one round, to win exclusively or together. */
export const createProjectGroup = action({
  name: 'CreateProjectGroup',
  on: 'organisation',
  title: 'Add project group',
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
    const projects = await read.list('project', {
      supplierId: organisation.id,
      roundId: await readRoundsForGroups(read, rounds, actor),
      groupId: null,
      status: UNTIL_OFFERED,
    })
    return {
      rounds,
      projects: projects.map(({ id, name: called, roundId }) => ({ id, name: called, roundId })),
    }
  },
  fields: {
    name: name('Name'),
    type: oneOf('Type', GROUP_TYPES, PROJECT_GROUP_LABELS),
    marketRoundId: oneOfGiven('Market round', 'rounds'),
    projectIds: optional(notStored(manyOfGiven('Projects', 'projects'))),
  },
  // Leaves out the organisation's own name and type, which this action does not set.
  initial: () => ({ name: null, type: null }),
  check: ({ marketRoundId, projectIds }, { projects }) =>
    marketRoundId && projects.some(({ id, roundId }) => projectIds?.includes(id) && roundId !== marketRoundId)
      ? { projectIds: 'Projects of one group must be in the same market round' }
      : {},
  warn: ({ marketRoundId }, _subject, { projects }) =>
    !projects.some(project => !marketRoundId || project.roundId === marketRoundId)
      ? { projectIds: 'There are no projects available to add to this group' }
      : {},
  effect: ({ subject, values: { name: called, type, marketRoundId, projectIds }, newId }) => {
    const id = newId()
    return [
      create('projectGroup', { id, name: called, type, roundId: marketRoundId, supplierId: subject.id }),
      ...(projectIds ?? []).map(projectId => update('project', { id: projectId }, { groupId: id })),
    ]
  },
  done: 'The group has been added',
})
