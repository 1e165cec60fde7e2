import { isOperator } from '#domain/actor'
import { isStillThere } from '#domain/organisation'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { file, name, oneOfGiven, text } from '../kit/fields.ts'
import { agency, operator } from '../kit/who.ts'
import { UNTIL_SETTLED } from '#domain/round'
import { numberFields } from './details.ts'
import { alike, alikeWarning, differenceFields, knownOrganisations, saidDifferent } from './look-alike.ts'
import { NO_ROUNDS, roundsToChoose } from './rounds-to-choose.ts'
import { takenNumbers, whyTaken } from './taken-numbers.ts'

/** An agent brings a client to the market, with the authority to act for it in a round, which then waits for approval. */
export const addParticipantClient = action({
  name: 'AddParticipantClient',
  on: 'organisation',
  title: 'Add participant client',
  who: [operator, agency],
  when: one => (one.type === 'AGENT' ? isStillThere(one) : 'Only an agency has clients'),
  // Who is there already is the operator's to know: an agent learns only that a number is taken.
  given: async (read, _agency, actor) => ({
    rounds: await roundsToChoose(read, UNTIL_SETTLED),
    known: isOperator(actor) ? await knownOrganisations(read) : [],
  }),
  fields: {
    name: name('Name'),
    contact: text('Contact'),
    ...numberFields,
    marketRoundId: oneOfGiven('Market round', 'rounds'),
    authorityToAct: file('Authority to act', 'AuthorityToAct'),
    ...differenceFields,
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
    isDifferent: (answers, given) => alike(answers, 'PARTICIPANT', given).length > 0,
    differsBy: (answers, given) => alike(answers, 'PARTICIPANT', given).length > 0,
  },
  warn: (answers, _subject, given) => ({
    ...alikeWarning(alike(answers, 'PARTICIPANT', given)),
    ...(given.rounds.length === 0 && { marketRoundId: NO_ROUNDS }),
  }),
  reads: (read, _agency, values) => takenNumbers(read, 'PARTICIPANT', values),
  refuse: ({ reads: taken }) => whyTaken(taken),
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
      ...saidDifferent(clientId, values.differsBy, alike(values, 'PARTICIPANT', given), act),
    ]
  },
})
