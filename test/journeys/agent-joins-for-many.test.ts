import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BulkAct } from '#contract/desk/bulk'
import type { HomeView } from '#contract/desk/home'
import { demonstrationDocumentFor } from '#server/demonstration/documents'
import { performBulkAct } from '#server/work/bulk-task'
import { claimTask } from '#server/tasks/queue'
import { agreeToDeclarations, openSecondRound, SECOND_ROUND } from '../builders/rounds.ts'
import { submissionOf, world, type World } from '../builders/world.ts'

const AGENCY = { kind: 'organisation', id: 'AG01' } as const
const CLIENTS = ['First Farm', 'Second Farm', 'Third Farm']

let market: World
beforeAll(async () => {
  market = await world({ works: false })
  await openSecondRound(market)
  const { name, bytes } = demonstrationDocumentFor('authorityToAct')
  for (const [nth, client] of CLIENTS.entries()) {
    await market.as('bram').does(
      'AddParticipantClient',
      AGENCY,
      {
        name: client,
        contact: 'The farmer',
        companyNumber: `0712345${nth}`,
        marketRoundId: SECOND_ROUND.id,
      },
      { authorityToAct: { name, content: bytes } },
    )
  }
  const waiting = await market.store.read.list('agentAuthority', { agentId: 'AG01', status: 'Pending' })
  for (const { id } of waiting)
    await market
      .as('operator')
      .does(
        'SetApproval',
        { kind: 'agentAuthority', id },
        { isApproved: true, permissions: ['RegisterForRound'] },
      )
})
afterAll(() => market.close())

const toJoin = async () =>
  (await market.as('bram').get<HomeView>('/api/home')).clientTasks.filter(
    ({ client, tasks }) =>
      CLIENTS.includes(client.name) &&
      tasks.some(({ stage, on }) => stage === 'join' && on.id === SECOND_ROUND.id),
  )

it('an agent joins a round for many clients in one act, with the details that each lacks', async () => {
  const agent = market.as('bram')
  const clients = await toJoin()
  expect(clients.map(({ client }) => client.name)).toEqual(CLIENTS)
  const [first, second, third] = clients.map(({ client }) => client)
  const own = (nth: number) => ({
    phone: `+44163296050${nth}`,
    mailingAddress: `${nth} Lane, Taunton, TA1 1AA`,
  })
  const { body } = await agent.send(
    '/api/bulk-act',
    submissionOf({
      ...{ key: 'all my farms', kind: 'organisation', action: 'RegisterAsParticipant' },
      values: {
        marketRoundId: SECOND_ROUND.id,
        capacities: ['Supplier'],
        declarations: await agreeToDeclarations(agent, 'RegisterAsParticipant', SECOND_ROUND),
      },
      items: [
        { ...first, values: { ...own(1), email: 'first@farm.example' } },
        { ...second, values: { ...own(2), email: 'second@farm.example' } },
        // No one knows the address of the third.
        { ...third, values: {} },
      ].map(({ id, version, values }) => ({ id, version, values })),
    }),
  )
  const { id } = body as BulkAct
  const task = await claimTask(market.store.db, ['bulk'], id)
  await performBulkAct(market.runtime, task!, new AbortController().signal, { error: () => undefined })
  expect(await agent.get<BulkAct>(`/api/bulk-act/${id}`)).toMatchObject({
    ...{ done: 2, refused: 1 },
    items: [
      { name: 'First Farm', state: 'done', link: `/participants/${first!.id}` },
      { name: 'Second Farm', state: 'done' },
      { name: 'Third Farm', state: 'refused', message: expect.stringContaining('Mailing address') },
    ],
  })
  const addressOf = async (one: string) => (await market.store.read.one('organisation', one))?.mailingAddress
  expect([await addressOf(first!.id), await addressOf(second!.id)]).toEqual([
    '1 Lane, Taunton, TA1 1AA',
    '2 Lane, Taunton, TA1 1AA',
  ])
  expect((await toJoin()).map(({ client }) => client.name)).toEqual(['Third Farm'])
})
