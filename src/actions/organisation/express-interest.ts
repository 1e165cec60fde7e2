import { isParticipant } from '#domain/people/organisation'
import { findAdmissionObstacle, findParticipationObstacle } from '#domain/round/participation-rules'
import { capacitiesField } from '../fields/capacities.ts'
import { action } from '../kit/action.ts'
import { oneOfGiven, notStored } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { participationChanges } from '../participation/register.ts'
import { NO_ROUNDS_MESSAGE, readRoundsForActor, readJoinableRounds } from '../fields/rounds-to-choose.ts'

/** Records a participant's interest in a round, the first step. */
export const expressInterest = action({
  name: 'ExpressInterest',
  on: 'organisation',
  title: 'Express interest',
  who: [operator, owner, agent('RegisterForRound')],
  when: isParticipant,
  given: async (read, organisation, actor) => {
    const participations = await read.list('participation', { organisationId: organisation.id })
    const rounds = await readRoundsForActor(
      read,
      organisation,
      actor,
      ['Draft', 'Open'],
      ['RegisterForRound'],
    )
    return {
      rounds: readJoinableRounds(rounds, participations, 'Interested', null),
      participations,
      ownId: organisation.id,
    }
  },
  fields: {
    marketRoundId: notStored(oneOfGiven('Market round', 'rounds')),
    capacities: capacitiesField,
  },
  check: ({ marketRoundId, capacities }, { rounds, participations }) => {
    const round = rounds.find(({ id }) => id === marketRoundId)
    const present = participations.filter(one => one.roundId === marketRoundId)
    const why =
      round &&
      (findAdmissionObstacle(round.bidderType, capacities ?? []) ??
        findParticipationObstacle(present, capacities ?? [], 'Interested'))
    return why ? { capacities: why } : {}
  },
  warn: (_answers, _subject, { rounds }) => (rounds.length === 0 ? { marketRoundId: NO_ROUNDS_MESSAGE } : {}),
  effect: ({ subject, values: { marketRoundId, capacities }, newId }) =>
    participationChanges(subject.id, marketRoundId, capacities, 'Interested', [], newId),
  done: 'Your interest has been recorded',
})
