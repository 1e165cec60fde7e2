import { isOperator } from '#domain/people/actor'
import { isParticipant } from '#domain/people/organisation'
import {
  findAdmissionObstacle,
  findParticipationObstacle,
  findRegistrationWindowObstacle,
} from '#domain/round/participation-rules'
import { capacitiesField } from '../fields/capacities.ts'
import {
  contactChanges,
  contactFields,
  readMissingDetails,
  showMissingDetails,
} from '../fields/contact-details.ts'
import { action } from '../kit/action.ts'
import { declarations, oneOfGiven, notStored } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { draftsOfEstimates, readFittingEstimates } from '../participation/drafts-of-estimates.ts'
import { participationChanges, PARTICIPATION_STATUS_CHANGES } from '../participation/register.ts'
import { NO_ROUNDS_MESSAGE, readRoundsForActor, readJoinableRounds } from '../fields/rounds-to-choose.ts'

/** Registers a participant for the chosen round, by its own people or by others for it. */
export const registerForRound = action({
  name: 'RegisterAsParticipant',
  on: 'organisation',
  title: 'Register as participant',
  label: 'Join a market round',
  description:
    'The market operator checks the registration. You can prepare projects and credit requirements in the meantime.',
  who: [operator, owner, agent('RegisterForRound')],
  when: isParticipant,
  given: async (read, organisation, actor, today) => {
    const statuses = isOperator(actor) ? (['Draft', 'Open', 'Closed'] as const) : (['Open'] as const)
    const participations = await read.list('participation', { organisationId: organisation.id })
    const rounds = await readRoundsForActor(read, organisation, actor, statuses, ['RegisterForRound'])
    return {
      rounds: readJoinableRounds(rounds, participations, 'Provisional', isOperator(actor) ? null : today),
      participations,
      ownId: organisation.id,
      lacking: readMissingDetails([organisation]),
    }
  },
  fields: {
    marketRoundId: notStored(oneOfGiven('Market round', 'rounds')),
    capacities: capacitiesField,
    ...contactFields,
    declarations: declarations('MarketRoundParticipant_Register'),
  },
  show: {
    ...showMissingDetails,
    declarations: ({ marketRoundId }) => Boolean(marketRoundId),
  },
  check: ({ marketRoundId, capacities }, { rounds, participations, actorIsOperator, today }) => {
    const round = rounds.find(({ id }) => id === marketRoundId)
    if (!round) return {}
    const present = participations.filter(one => one.roundId === marketRoundId)
    const wanted = capacities ?? []
    const why =
      findAdmissionObstacle(round.bidderType, wanted) ??
      findParticipationObstacle(present, wanted, 'Provisional') ??
      (actorIsOperator ? undefined : findRegistrationWindowObstacle(round, wanted, today))
    return why ? { capacities: why } : {}
  },
  warn: (_answers, _subject, { rounds }) => (rounds.length === 0 ? { marketRoundId: NO_ROUNDS_MESSAGE } : {}),
  moves: PARTICIPATION_STATUS_CHANGES,
  reads: async (read, organisation, { marketRoundId, capacities }) => {
    const round = await read.one('round', marketRoundId)
    return round ? readFittingEstimates(read, round, organisation.id, capacities) : []
  },
  effect: ({ subject, values, given: { participations }, reads: estimates, actor, newId }) => {
    const { marketRoundId, capacities } = values
    const present = participations.filter(one => one.roundId === marketRoundId)
    return [
      ...participationChanges(subject.id, marketRoundId, capacities, 'Provisional', present, newId),
      ...contactChanges(subject, values),
      ...draftsOfEstimates(estimates, marketRoundId, { actor, newId }),
    ]
  },
  done: 'Your registration has been sent to the market operator',
})
