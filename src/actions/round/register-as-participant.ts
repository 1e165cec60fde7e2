import { isOperator } from '#domain/actor'
import { whyNotAdmitted, whyNotTake, whyNotToday } from '#domain/participation-rules'
import { capacityChoices } from '../common/capacities.ts'
import { contactChanges, contactFields, lackingOf, showLacking } from '../common/contact-details.ts'
import { action } from '../kit/action.ts'
import { declarations, pick, notStored } from '../kit/fields.ts'
import { agent, operator, participant } from '../kit/who.ts'
import { participate, participationMoves } from '../participation/participate.ts'

/** A participant, or somebody for it, registers for this round. */
export const registerAsParticipant = action({
  name: 'RegisterAsParticipant',
  on: 'round',
  title: 'Register as participant',
  description:
    'The market operator checks the registration. Meanwhile projects and credit requirements can be prepared.',
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
      // For the market operator those who lack anything: whoever does lacks the address, which only whole forms ask for.
      mayBe ? { id: mayBe } : { type: 'PARTICIPANT', mailingAddress: null, mergedIntoId: null },
    )
    return {
      ownId,
      mayBe,
      lacking: lackingOf(toAsk),
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
    capacities: capacityChoices,
    ...contactFields,
    declarations: declarations('MarketRoundParticipant_Register'),
  },
  show: {
    organisationId: (_, { ownId }) => ownId === null,
    ...showLacking,
  },
  check: ({ organisationId, capacities }, given) => {
    if (organisationId && given.mayBe && !given.mayBe.includes(organisationId))
      return { organisationId: 'Choose one of the list' }
    const wanted = capacities ?? []
    const own = given.participations.filter(one => one.organisationId === (organisationId ?? given.ownId))
    const why =
      whyNotAdmitted(given.bidderType, wanted) ??
      whyNotTake(own, wanted, 'Provisional') ??
      (given.actorIsOperator ? undefined : whyNotToday(given.dates, wanted, given.today))
    return why ? { capacities: why } : {}
  },
  moves: participationMoves,
  effect: ({ subject, values, given, newId }) => {
    const id = values.organisationId ?? given.ownId ?? ''
    const own = given.participations.filter(one => one.organisationId === id)
    return [
      ...participate(id, subject.id, values.capacities, 'Provisional', own, newId),
      ...contactChanges({ id }, values),
    ]
  },
})
