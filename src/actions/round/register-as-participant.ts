import { isOperator } from '#domain/people/actor'
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
import { declarations, pick, notStored } from '../kit/fields.ts'
import { agent, operator, participant } from '../kit/who.ts'
import { draftsOfEstimates, readFittingEstimates } from '../participation/drafts-of-estimates.ts'
import { participationChanges, PARTICIPATION_STATUS_CHANGES } from '../participation/register.ts'

/** Registers a participant for this round, by its own people or by others for it. */
export const registerAsParticipant = action({
  name: 'RegisterAsParticipant',
  on: 'round',
  title: 'Register as participant',
  description:
    'The market operator checks the registration. You can prepare projects and credit requirements in the meantime.',
  who: [operator, participant, agent('RegisterForRound')],
  from: { operator: ['Draft', 'Open', 'Closed'], others: ['Open'] },
  window: () => ['suppliers', 'buyers'],
  given: async (read, round, actor) => {
    const clients = actor.authorities
      .filter(({ roundId, permissions }) => roundId === round.id && permissions.includes('RegisterForRound'))
      .map(({ clientId }) => clientId)
    const ownId = actor.organisationType === 'PARTICIPANT' ? actor.organisationId : null
    const mayBe = isOperator(actor) ? null : ownId ? [ownId] : clients
    const toAsk = await read.list(
      'organisation',
      // The operator sees organisations that lack details. Each of them lacks the address, which only complete forms ask for.
      mayBe ? { id: mayBe } : { type: 'PARTICIPANT', mailingAddress: null, mergedIntoId: null },
    )
    return {
      ownId,
      mayBe,
      lacking: readMissingDetails(toAsk),
      bidderType: round.bidderType,
      dates: {
        suppliersStart: round.suppliersStart,
        suppliersEnd: round.suppliersEnd,
        buyersStart: round.buyersStart,
        buyersEnd: round.buyersEnd,
      },
      participations: await read.list('participation', {
        roundId: round.id,
        ...(mayBe && { organisationId: mayBe }),
      }),
    }
  },
  fields: {
    organisationId: notStored(
      pick('Participant', 'organisation', '/api/organisations?type=PARTICIPANT&format=choices', {
        type: 'PARTICIPANT',
      }),
    ),
    capacities: capacitiesField,
    ...contactFields,
    declarations: declarations('MarketRoundParticipant_Register'),
  },
  show: {
    organisationId: (_, { ownId }) => ownId === null,
    ...showMissingDetails,
  },
  check: ({ organisationId, capacities }, given) => {
    if (organisationId && given.mayBe && !given.mayBe.includes(organisationId))
      return { organisationId: 'Choose one from the list' }
    const wanted = capacities ?? []
    const own = given.participations.filter(one => one.organisationId === (organisationId ?? given.ownId))
    const why =
      findAdmissionObstacle(given.bidderType, wanted) ??
      findParticipationObstacle(own, wanted, 'Provisional') ??
      (given.actorIsOperator ? undefined : findRegistrationWindowObstacle(given.dates, wanted, given.today))
    return why ? { capacities: why } : {}
  },
  moves: PARTICIPATION_STATUS_CHANGES,
  reads: (read, round, { organisationId, capacities }, { ownId }) =>
    readFittingEstimates(read, round, organisationId ?? ownId, capacities),
  effect: ({ subject, values, given, reads: estimates, actor, newId }) => {
    const id = values.organisationId ?? given.ownId ?? ''
    const own = given.participations.filter(one => one.organisationId === id)
    return [
      ...participationChanges(id, subject.id, values.capacities, 'Provisional', own, newId),
      ...contactChanges({ id }, values),
      ...draftsOfEstimates(estimates, subject.id, { actor, newId }),
    ]
  },
  done: 'Your registration has been sent to the market operator',
})
