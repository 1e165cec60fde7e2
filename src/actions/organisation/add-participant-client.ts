import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { file, name, oneOfGiven, text } from '../kit/fields.ts'
import { agency, operator } from '../kit/who.ts'
import { UNTIL_SETTLED } from '#domain/round'
import { NO_ROUNDS, roundsToChoose } from './rounds-to-choose.ts'

/** An agent brings a client to the market, with the authority to act for it in a round, which then waits for approval. */
export const addParticipantClient = action({
  name: 'AddParticipantClient',
  on: 'organisation',
  title: 'Add participant client',
  who: [operator, agency],
  when: ({ type }) => type === 'AGENT' || 'Only an agency has clients',
  given: async read => ({ rounds: await roundsToChoose(read, UNTIL_SETTLED) }),
  fields: {
    name: name('Name'),
    contact: text('Contact'),
    marketRoundId: oneOfGiven('Market round', 'rounds'),
    authorityToAct: file('Authority to act', 'AuthorityToAct'),
  },
  initial: () => ({ name: null, contact: null }),
  warn: (_answers, _subject, { rounds }) => (rounds.length === 0 ? { marketRoundId: NO_ROUNDS } : {}),
  effect: ({ subject, values, newId }) => {
    const clientId = newId()
    return [
      create('organisation', {
        id: clientId,
        type: 'PARTICIPANT',
        name: values.name,
        contact: values.contact,
      }),
      create('agentAuthority', {
        id: newId(),
        roundId: values.marketRoundId,
        clientId,
        agentId: subject.id,
        status: 'Pending',
        permissions: [],
      }),
    ]
  },
})
