import { findAdmissionObstacle, findParticipationObstacle } from '#domain/round/participation-rules'
import { capacitiesField } from '../fields/capacities.ts'
import { action } from '../kit/action.ts'
import { pick, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { participationChanges } from '../participation/register.ts'

/** Records a participant's interest in a round. */
export const recordParticipant = action({
  name: 'RecordParticipant',
  on: 'round',
  title: 'Record participant',
  who: [operator],
  from: ['Draft', 'Open', 'Closed'],
  given: async (read, round) => ({
    bidderType: round.bidderType,
    participations: await read.list('participation', { roundId: round.id }),
  }),
  fields: {
    organisationId: notStored(
      pick('Participant', 'organisation', '/api/organisations?type=PARTICIPANT&format=choices', {
        type: 'PARTICIPANT',
      }),
    ),
    capacities: capacitiesField,
  },
  check: ({ organisationId, capacities }, { bidderType, participations }) => {
    const own = participations.filter(one => one.organisationId === organisationId)
    const why =
      findAdmissionObstacle(bidderType, capacities ?? []) ??
      findParticipationObstacle(own, capacities ?? [], 'Interested')
    return why ? { capacities: why } : {}
  },
  effect: ({ subject, values: { organisationId, capacities }, newId }) =>
    participationChanges(organisationId, subject.id, capacities, 'Interested', [], newId),
  done: 'The interest has been recorded',
})
