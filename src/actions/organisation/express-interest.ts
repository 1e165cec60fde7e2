import { isParticipant } from '#domain/organisation'
import { whyNotAdmitted, whyNotTake } from '#domain/participation-rules'
import { capacityChoices } from '../common/capacities.ts'
import { action } from '../kit/action.ts'
import { oneOfGiven, notStored } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { participate } from '../participation/participate.ts'
import { NO_ROUNDS, roundsOf, roundsToTake } from './rounds-to-choose.ts'

/** The first step into a round: a participant says that it is interested. */
export const expressInterest = action({
  name: 'ExpressInterest',
  on: 'organisation',
  title: 'Express interest',
  who: [operator, owner, agent('RegisterForRound')],
  when: isParticipant,
  given: async (read, organisation, actor) => {
    const participations = await read.list('participation', { organisationId: organisation.id })
    const rounds = await roundsOf(read, organisation, actor, ['Draft', 'Open'], ['RegisterForRound'])
    return { rounds: roundsToTake(rounds, participations, 'Interested', null), participations }
  },
  fields: {
    marketRoundId: notStored(oneOfGiven('Market round', 'rounds')),
    capacities: capacityChoices,
  },
  check: ({ marketRoundId, capacities }, { rounds, participations }) => {
    const round = rounds.find(({ id }) => id === marketRoundId)
    const present = participations.filter(one => one.roundId === marketRoundId)
    const why =
      round &&
      (whyNotAdmitted(round.bidderType, capacities ?? []) ??
        whyNotTake(present, capacities ?? [], 'Interested'))
    return why ? { capacities: why } : {}
  },
  warn: (_answers, _subject, { rounds }) => (rounds.length === 0 ? { marketRoundId: NO_ROUNDS } : {}),
  effect: ({ subject, values: { marketRoundId, capacities }, newId }) =>
    participate(subject.id, marketRoundId, capacities, 'Interested', [], newId),
})
