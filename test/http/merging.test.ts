import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionPreview } from '#contract/kit/form'
import type { OrganisationView } from '#contract/people/organisation'
import type { ResultView } from '#contract/round/result'
import type { WebhookMessage } from '#contract/nouns/webhooks'
import { chainPendingEntries } from '#server/log/chaining'
import { listLedgerFaults } from '#server/store/ledger-check'
import { writeWebhookMessages } from '#server/webhooks/gather'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('participation', {
      ...{ id: 'farm-settled', organisationId: 'farm', roundId: 'settled' },
      ...{ capacity: 'Supplier', status: 'Registered' },
    }),
    sampleRow('projectGroup', { id: 'both', name: 'Both', roundId: 'bidding', supplierId: 'farm' }),
    sampleRow('organisation', { id: 'somebody', name: 'Somebody', type: 'PARTICIPANT', csvId: null }),
    sampleRow('invitation', { id: 'open', organisationId: 'farm', invitedBy: 'fay', completedAt: null }),
  )
})
afterAll(() => world.close())

const merge = (one: string, intoId: string, more: object = {}, who = 'olga') =>
  world.ask(who, `/api/organisation/${one}/action/MergeOrganisation`, {
    method: 'POST',
    payload: { values: { intoId, reason: 'One farm, entered twice', confirmed: true }, ...more },
  })
const said = (answer: { json(): unknown }) => (answer.json() as { message: string }[])[0]?.message
const resultOf = async (who: string, of: string) =>
  (await world.ask(who, `/api/round/settled/result?organisationId=${of}`)).json<ResultView>()

it('refuses to merge while either has an offer or bid in an unsettled round', async () => {
  const answer = await merge('farm', 'estate')
  expect(answer.statusCode).toBe(422)
  const of = (name: string) =>
    `${name} has offers or bids in Round 1, which the other organisation could see after a merger. Merge the organisations once the round is settled`
  expect(said(answer)).toBe(`${of('The farm')}. ${of('The estate')}`)
  expect(said(await merge('somebody', 'builder'))).toBe(of('The builder'))
  const setRound = (status: 'Matched' | 'OpenForBidsAndOffers') =>
    world.store.db.updateTable('round').set({ status }).where('id', '=', 'bidding').execute()
  await setRound('Matched')
  expect(said(await merge('somebody', 'builder'))).toBe(of('The builder'))
  await setRound('OpenForBidsAndOffers')
})

it('the preview of a merger lists what would move, and moves nothing', async () => {
  const { db } = world.store
  // Neither has made an offer.
  await db
    .updateTable('project')
    .set({ status: 'ApprovedRound', offer: null, offeredAt: null })
    .where('id', 'in', ['reed', 'sedge'])
    .execute()
  await db.updateTable('project').set({ groupId: 'both' }).where('id', '=', 'sedge').execute()
  const answer = await merge('farm', 'estate', { preview: true })
  expect(answer.json<ActionPreview>()).toMatchObject({
    sentences: [
      '1 person, 2 projects, 1 group, 1 participation, 2 authorities and 1 open invitation will move from The farm to The estate, with all credits',
      'People can still see The farm with its history and results, marked as merged into The estate',
      'Payments to The farm will go to the bank account of The estate ending 5555, after three working days',
    ],
  })
  expect((await world.store.read.one('organisation', 'farm'))?.mergedIntoId).toBeNull()
  expect((await merge('farm', 'estate', {}, 'fay')).statusCode).toBe(403)
})

it('a merger moves everything, and keeps history correct', async () => {
  const { db, read } = world.store
  const before = await resultOf('fay', 'farm')
  const ledger = () => db.selectFrom('creditLedger').selectAll().orderBy('seq').execute()
  const blocks = () => db.selectFrom('creditBlock').selectAll().orderBy('serial').execute()
  const books = [await ledger(), await blocks()]
  await db
    .insertInto('webhook')
    .values({
      ...{ id: 'hook', organisationId: 'farm', url: 'https://farm.example/told', secret: 'none' },
      ...{ types: ['organisation.changed'], madeBy: 'fay', madeAt: world.clock.now },
    })
    .execute()
  await chainPendingEntries(db)
  await writeWebhookMessages(world.runtime, world.config.publicUrl)
  expect((await merge('farm', 'estate')).statusCode).toBe(200)
  expect([await ledger(), await blocks()]).toEqual(books)
  expect(await listLedgerFaults(db)).toEqual([])
  for (const kind of ['projectGroup', 'project'] as const)
    expect([kind, await read.list(kind, { supplierId: 'farm' })]).toEqual([kind, []])
  expect((await read.one('project', 'sedge'))?.groupId).toBe('both')
  expect((await read.one('user', 'fay'))?.organisationId).toBe('estate')
  expect((await read.list('participation', { organisationId: 'farm' })).map(({ id }) => id)).toEqual([
    'farm-settled',
  ])
  // The earlier parties are history, for the people of both organisations.
  for (const who of ['eve', 'olga']) {
    const after = await resultOf(who, 'farm')
    expect([who, after.organisation, after.payment]).toEqual([who, before.organisation, before.payment])
  }
  expect((await world.ask('bob', '/api/round/settled/result?organisationId=farm')).statusCode).toBe(404)
  const farm = (await world.ask('eve', '/api/organisation/farm')).json<OrganisationView>()
  expect([farm.mergedInto?.name, farm.actions.map(({ id }) => id)]).toEqual(['The estate', ['Comment']])
  const estate = (await world.ask('eve', '/api/organisation/estate')).json<OrganisationView>()
  expect(estate.former).toEqual([{ id: 'farm', name: 'The farm' }])
  expect(estate.results.map(({ organisation }) => organisation.id)).toContain('farm')
  // Its webhook continues for the remaining organisation, and is notified of the merger.
  expect(await db.selectFrom('webhook').select('organisationId').execute()).toEqual([
    { organisationId: 'estate' },
  ])
  await chainPendingEntries(db)
  await writeWebhookMessages(world.runtime, world.config.publicUrl)
  const told = await db.selectFrom('webhookDelivery').select('payload').execute()
  expect(told.map(({ payload }) => (JSON.parse(payload) as WebhookMessage).data)).toEqual(
    expect.arrayContaining(
      ['farm', 'estate'].map(id => expect.objectContaining({ id, action: 'MergeOrganisation' })),
    ),
  )
  const entries = await db
    .selectFrom('activity')
    .select(['subjectId', 'message'])
    .where('action', '=', 'MergeOrganisation')
    .execute()
  expect(entries.map(({ subjectId }) => subjectId)).toEqual(
    expect.arrayContaining(['farm', 'estate', 'sedge', 'fay']),
  )
})

it('a merged organisation receives nothing more, and cannot be merged again', async () => {
  expect((await merge('farm', 'builder')).statusCode).toBe(409)
  expect((await merge('builder', 'farm')).statusCode).toBe(422)
  const stray = world.store.db
    .updateTable('project')
    .set({ supplierId: 'farm' })
    .where('id', '=', 'moss')
    .execute()
  await expect(stray).rejects.toThrow('This organisation has been merged into another')
})
