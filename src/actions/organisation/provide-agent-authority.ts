import { UNSETTLED_ROUND_STATUSES } from '#domain/round/round'
import { isOrganisationActive } from '#domain/people/organisation'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { file, oneOfGiven, pick, notStored } from '../kit/fields.ts'
import { operator, owner } from '../kit/who.ts'
import { NO_ROUNDS_MESSAGE, readRoundChoices } from '../fields/rounds-to-choose.ts'

/** Names an agent of a participant for a round, by a signed authority to act, which then waits for approval. */
export const provideAgentAuthority = action({
  name: 'ProvideAgentAuthority',
  on: 'organisation',
  title: 'Provide agent authority',
  description: 'The agent can act in this market round once the market operator has approved its authority.',
  who: [operator, owner],
  approval: 'ownerIfAny',
  when: client =>
    client.type === 'PARTICIPANT' ? isOrganisationActive(client) : 'An agent can act only for a participant',
  given: async (read, organisation) => ({
    rounds: await readRoundChoices(read, UNSETTLED_ROUND_STATUSES),
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
      ? { agentId: 'This agent already has an authority in this market round' }
      : {},
  warn: (_answers, _subject, { rounds }) => (rounds.length === 0 ? { marketRoundId: NO_ROUNDS_MESSAGE } : {}),
  done: 'The authority has been sent to the market operator for approval',
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
