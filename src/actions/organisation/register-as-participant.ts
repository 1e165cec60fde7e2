import { isOperator } from '#domain/actor'
import { isParticipant } from '#domain/organisation'
import { whyNotAdmitted, whyNotTake, whyNotToday } from '#domain/participation-rules'
import { capacityChoices } from '../common/capacities.ts'
import { contactChanges, contactFields, lackingOf, showLacking } from '../common/contact-details.ts'
import { action } from '../kit/action.ts'
import { declarations, oneOfGiven, notStored } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { participate, participationMoves } from '../participation/participate.ts'
import { NO_ROUNDS, roundsOf, roundsToTake } from './rounds-to-choose.ts'

/** A participant, or somebody for it, registers for the round that is chosen. */
export const registerAsParticipant = action({
  name: 'RegisterAsParticipant',
  on: 'organisation',
  title: 'Register as participant',
  description:
    'The market operator checks the registration. Meanwhile projects and credit requirements can be prepared.',
  who: [operator, owner, agent('RegisterForRound')],
  when: isParticipant,
  given: async (read, organisation, actor, today) => {
    const statuses = isOperator(actor) ? (['Draft', 'Open', 'Closed'] as const) : (['Open'] as const)
    const participations = await read.list('participation', { organisationId: organisation.id })
    const rounds = await roundsOf(read, organisation, actor, statuses, ['RegisterForRound'])
    return {
      rounds: roundsToTake(rounds, participations, 'Provisional', isOperator(actor) ? null : today),
      participations,
      ownId: organisation.id,
      lacking: lackingOf([organisation]),
    }
  },
  fields: {
    marketRoundId: notStored(oneOfGiven('Market round', 'rounds')),
    capacities: capacityChoices,
    ...contactFields,
    declarations: declarations('MarketRoundParticipant_Register'),
  },
  show: {
    ...showLacking,
    declarations: ({ marketRoundId }) => Boolean(marketRoundId),
  },
  check: ({ marketRoundId, capacities }, { rounds, participations, actorIsOperator, today }) => {
    const round = rounds.find(({ id }) => id === marketRoundId)
    if (!round) return {}
    const present = participations.filter(one => one.roundId === marketRoundId)
    const wanted = capacities ?? []
    const why =
      whyNotAdmitted(round.bidderType, wanted) ??
      whyNotTake(present, wanted, 'Provisional') ??
      (actorIsOperator ? undefined : whyNotToday(round, wanted, today))
    return why ? { capacities: why } : {}
  },
  warn: (_answers, _subject, { rounds }) => (rounds.length === 0 ? { marketRoundId: NO_ROUNDS } : {}),
  moves: participationMoves,
  effect: ({ subject, values, given: { participations }, newId }) => {
    const { marketRoundId, capacities } = values
    const present = participations.filter(one => one.roundId === marketRoundId)
    return [
      ...participate(subject.id, marketRoundId, capacities, 'Provisional', present, newId),
      ...contactChanges(subject, values),
    ]
  },
})
