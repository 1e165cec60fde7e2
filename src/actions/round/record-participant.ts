import { whyNotAdmitted, whyNotTake } from '#domain/participation-rules'
import { capacityChoices } from '../common/capacities.ts'
import { action } from '../kit/action.ts'
import { pick, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { participate } from '../participation/participate.ts'

/** The operator notes that a participant is interested in a round. */
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
    capacities: capacityChoices,
  },
  check: ({ organisationId, capacities }, { bidderType, participations }) => {
    const own = participations.filter(one => one.organisationId === organisationId)
    const why =
      whyNotAdmitted(bidderType, capacities ?? []) ?? whyNotTake(own, capacities ?? [], 'Interested')
    return why ? { capacities: why } : {}
  },
  effect: ({ subject, values: { organisationId, capacities }, newId }) =>
    participate(organisationId, subject.id, capacities, 'Interested', [], newId),
})
