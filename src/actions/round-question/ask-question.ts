import { mayUsePermissionFor, representedOrganisationIds } from '#domain/people/agency'
import { roundAtInstant } from '#domain/round/bidding-times'
import {
  MAX_OPEN_QUESTIONS,
  MAX_QUESTION_LENGTH,
  ROUND_STATUSES_FOR_QUESTIONS,
} from '#domain/round/round-question'
import { isOneOf } from '#domain/values/narrow'
import { readRoundChoices } from '../fields/rounds-to-choose.ts'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { confirm, notStored, oneOfGiven, withHint, toChoice } from '../kit/fields.ts'
import { limitedText } from '../fields/limited-text.ts'
import { agent, participant } from '../kit/who.ts'

/**
 * Asks the market operator about a round, until it closes for bids and offers. It runs on the list, because an entry in the audit
 * trail of the round would show everyone who asked, and when.
 */
export const askQuestion = action({
  name: 'AskQuestion',
  on: 'roundQuestions',
  title: 'Ask a question',
  description:
    'The market operator answers on the page of the round. Everyone can read the question and the answer there, but not who asked or when.',
  verb: 'Send the question',
  who: [participant, agent('RegisterForRound')],
  given: async (read, _subject, actor) => {
    const organisationIds = representedOrganisationIds(actor)
    const [rounds, choices, organisations, asked, at] = await Promise.all([
      read.list('round', { status: ROUND_STATUSES_FOR_QUESTIONS }),
      readRoundChoices(read, ROUND_STATUSES_FOR_QUESTIONS),
      read.list('organisation', { id: organisationIds }),
      read.list('roundQuestion', { organisationId: organisationIds, status: 'Asked' }),
      read.clock(),
    ])
    const places = rounds
      .filter(round => isOneOf(ROUND_STATUSES_FOR_QUESTIONS, roundAtInstant(round, at).status))
      .flatMap(({ id: roundId, name: roundName }) =>
        organisationIds
          .filter(organisationId => mayUsePermissionFor(actor, organisationId, roundId, ['RegisterForRound']))
          .map(organisationId => ({ organisationId, roundId, roundName })),
      )
    return {
      places,
      rounds: choices.filter(({ id }) => places.some(place => place.roundId === id)).map(toChoice),
      organisations: organisations
        .filter(({ id }) => places.some(place => place.organisationId === id))
        .map(toChoice),
      open: asked.map(({ organisationId, roundId }) => ({ organisationId, roundId })),
    }
  },
  fields: {
    marketRoundId: notStored(oneOfGiven('Market round', 'rounds')),
    organisationId: withHint(
      oneOfGiven('Organisation', 'organisations'),
      'The organisation for which you ask. Only the market operator can see it.',
    ),
    question: {
      ...withHint(
        limitedText('Question', MAX_QUESTION_LENGTH),
        'The market operator may shorten or reword the question before everyone reads it.',
      ),
      note: 'Ask about the round and its rules. Leave out names, places and amounts that show who you are.',
    },
    confirmed: withHint(
      confirm('My question says nothing about prices, or about who will offer or bid'),
      'A question must not tell other bidders what you are going to do. The market operator declines such questions.',
    ),
  },
  initial: (_subject, { rounds, organisations }) => ({
    marketRoundId: rounds.length === 1 ? rounds[0]?.id : null,
    organisationId: organisations.length === 1 ? organisations[0]?.id : null,
  }),
  check: ({ marketRoundId, organisationId }, { places, open }) => {
    if (!marketRoundId || !organisationId) return {}
    const isHere = (one: { organisationId: string; roundId: string }) =>
      one.roundId === marketRoundId && one.organisationId === organisationId
    if (!places.some(isHere))
      return { organisationId: 'You need an approved authority of this organisation in this market round' }
    return open.filter(isHere).length < MAX_OPEN_QUESTIONS
      ? {}
      : {
          form: `You have ${MAX_OPEN_QUESTIONS} unanswered questions in this market round. You can ask again once one is answered`,
        }
  },
  warn: (_answers, _subject, { rounds }) =>
    rounds.length === 0
      ? { marketRoundId: 'You can ask from the day a round opens until it closes for bids and offers' }
      : {},
  effect: ({ values: { marketRoundId, organisationId, question }, given, actor, now, newId }) => [
    create('roundQuestion', {
      id: newId(),
      name: `Question about ${given.places.find(({ roundId }) => roundId === marketRoundId)?.roundName}`,
      roundId: marketRoundId,
      organisationId,
      status: 'Asked',
      question,
      askedBy: actor.userId ?? '',
      askedAt: now,
    }),
  ],
  done: 'Your question has been sent to the market operator',
})
