import { isOperator } from '#domain/people/actor'
import { isOrganisationActive } from '#domain/people/organisation'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { file, name, oneOfGiven, text } from '../kit/fields.ts'
import { agency, operator } from '../kit/who.ts'
import { UNSETTLED_ROUND_STATUSES } from '#domain/round/round'
import { registrationNumberFields } from './details.ts'
import {
  findSimilarInAnswers,
  similarOrganisationWarning,
  notDuplicateFields,
  readComparableOrganisations,
  notDuplicateChanges,
} from './look-alike.ts'
import { NO_ROUNDS_MESSAGE, readRoundChoices } from '../fields/rounds-to-choose.ts'
import { readTakenNumbers, takenNumberMessage } from './taken-numbers.ts'

/** Adds an agent's client to the market, with the authority to act for it in a round, which then waits for approval. */
export const addParticipantClient = action({
  name: 'AddParticipantClient',
  on: 'organisation',
  title: 'Add participant client',
  who: [operator, agency],
  when: one => (one.type === 'AGENT' ? isOrganisationActive(one) : 'Only an agency can have clients'),
  // Existing organisations are for the operator to know: an agent learns only that a number is taken.
  given: async (read, _agency, actor) => ({
    rounds: await readRoundChoices(read, UNSETTLED_ROUND_STATUSES),
    known: isOperator(actor) ? await readComparableOrganisations(read) : [],
  }),
  fields: {
    name: name('Name'),
    contact: text('Contact'),
    ...registrationNumberFields,
    marketRoundId: oneOfGiven('Market round', 'rounds'),
    authorityToAct: file('Authority to act', 'AuthorityToAct'),
    ...notDuplicateFields,
  },
  // Not the agency's own.
  initial: () => ({
    name: null,
    contact: null,
    companyNumber: null,
    charityNumber: null,
    holdingNumber: null,
  }),
  show: {
    isDifferent: (answers, given) => findSimilarInAnswers(answers, 'PARTICIPANT', given).length > 0,
    differsBy: (answers, given) => findSimilarInAnswers(answers, 'PARTICIPANT', given).length > 0,
  },
  warn: (answers, _subject, given) => ({
    ...similarOrganisationWarning(findSimilarInAnswers(answers, 'PARTICIPANT', given)),
    ...(given.rounds.length === 0 && { marketRoundId: NO_ROUNDS_MESSAGE }),
  }),
  reads: (read, _agency, values) => readTakenNumbers(read, 'PARTICIPANT', values),
  refuse: ({ reads: taken }) => takenNumberMessage(taken),
  effect: ({ subject, values, given, ...act }) => {
    const { newId } = act
    const clientId = newId()
    return [
      create('organisation', {
        id: clientId,
        type: 'PARTICIPANT',
        name: values.name,
        contact: values.contact,
        companyNumber: values.companyNumber,
        charityNumber: values.charityNumber,
        holdingNumber: values.holdingNumber,
        broughtById: subject.id,
      }),
      create('agentAuthority', {
        id: newId(),
        roundId: values.marketRoundId,
        clientId,
        agentId: subject.id,
        status: 'Pending',
        permissions: [],
      }),
      ...notDuplicateChanges(
        clientId,
        values.differsBy,
        findSimilarInAnswers(values, 'PARTICIPANT', given),
        act,
      ),
    ]
  },
  done: 'Your client has been added',
})
