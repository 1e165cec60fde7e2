import { UNTIL_SETTLED } from '#domain/round'
import { isStillThere } from '#domain/organisation'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { file, oneOfGiven, pick, notStored } from '../kit/fields.ts'
import { operator, owner } from '../kit/who.ts'
import { NO_ROUNDS, roundsToChoose } from './rounds-to-choose.ts'

/** A participant names an agent for a round, by a signed authority to act, which then waits for approval. */
export const provideAgentAuthority = action({
  name: 'ProvideAgentAuthority',
  on: 'organisation',
  title: 'Provide agent authority',
  description: 'The agent can act in this market round once the market operator has approved its authority.',
  who: [operator, owner],
  approval: 'ownerIfAny',
  when: client =>
    client.type === 'PARTICIPANT' ? isStillThere(client) : 'Only a participant can be acted for',
  given: async (read, organisation) => ({
    rounds: await roundsToChoose(read, UNTIL_SETTLED),
    authorities: (await read.list('agentAuthority', { clientId: organisation.id })).map(
      ({ roundId, agentId }) => ({
        roundId,
        agentId,
      }),
    ),
  }),
  fields: {
    marketRoundId: notStored(oneOfGiven('Market round', 'rounds')),
    agentId: notStored(
      pick('Agent', 'organisation', '/api/organisations?type=AGENT&format=choices', {
        type: 'AGENT',
        mergedIntoId: null,
      }),
    ),
    authorityToAct: file('Authority to act', 'AuthorityToAct'),
  },
  check: ({ marketRoundId, agentId }, { authorities }) =>
    authorities.some(one => one.roundId === marketRoundId && one.agentId === agentId)
      ? { agentId: 'An authority for this agent in this market round has been provided before' }
      : {},
  warn: (_answers, _subject, { rounds }) => (rounds.length === 0 ? { marketRoundId: NO_ROUNDS } : {}),
  done: 'The authority waits for the market operator to approve it',
  effect: ({ subject, values: { marketRoundId, agentId }, newId }) => [
    create('agentAuthority', {
      id: newId(),
      roundId: marketRoundId,
      agentId,
      clientId: subject.id,
      status: 'Pending',
      permissions: [],
    }),
  ],
})
