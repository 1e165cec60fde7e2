import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Rehearsal } from '#contract/form'
import type { OrganisationView } from '#contract/organisation'
import type { ResultView } from '#contract/result'
import type { WebhookMessage } from '#contract/webhooks'
import { chainNow } from '#server/store/chaining'
import { ledgerFaults } from '#server/store/ledger-check'
import { gatherNews } from '#server/webhooks/gather'
import { matchedRound } from './settled.ts'
import { like, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    like('participation', {
      ...{ id: 'farm-settled', organisationId: 'farm', roundId: 'settled' },
      ...{ capacity: 'Supplier', status: 'Registered' },
    }),
    like('projectGroup', { id: 'both', name: 'Both', roundId: 'bidding', supplierId: 'farm' }),
    like('organisation', { id: 'somebody', name: 'Somebody', type: 'PARTICIPANT', csvId: null }),
    like('invitation', { id: 'open', organisationId: 'farm', invitedBy: 'fay', completedAt: null }),
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

it('refuses to merge while either has an offer or bid in a round that is not settled', async () => {
  const answer = await merge('farm', 'estate')
  expect(answer.statusCode).toBe(422)
  const of = (name: string) =>
    `${name} has offers or bids in Round 1, which the people of the other would see and which make its prices: merge them once it is settled`
  expect(said(answer)).toBe(`${of('The farm')}. ${of('The estate')}`)
  expect(said(await merge('somebody', 'builder'))).toBe(of('The builder'))
  const setRound = (status: 'Matched' | 'OpenForBidsAndOffers') =>
    world.store.db.updateTable('round').set({ status }).where('id', '=', 'bidding').execute()
  await setRound('Matched')
  expect(said(await merge('somebody', 'builder'))).toBe(of('The builder'))
  await setRound('OpenForBidsAndOffers')
})

it('what is put before the merger says what would move, and moves nothing', async () => {
  const { db } = world.store
  // Neither has offered anything.
  await db
    .updateTable('project')
    .set({ status: 'ApprovedRound', offer: null, offeredAt: null })
    .where('id', 'in', ['reed', 'sedge'])
    .execute()
  await db.updateTable('project').set({ groupId: 'both' }).where('id', '=', 'sedge').execute()
  const answer = await merge('farm', 'estate', { preview: true })
  expect(answer.json<Rehearsal>()).toMatchObject({
    sentences: [
      '1 person, 2 projects, 1 group, 1 participation, 2 authorities and 1 open invitation would move from The farm to The estate, with all credits',
      'The farm stays readable as merged into The estate, with its history and the results of settled rounds',
    ],
  })
  expect((await world.store.read.one('organisation', 'farm'))?.mergedIntoId).toBeNull()
  expect((await merge('farm', 'estate', {}, 'fay')).statusCode).toBe(403)
})

it('a merger moves everything, and history stays true', async () => {
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
  await chainNow(db)
  await gatherNews(world.runtime, world.config.publicUrl)
  expect((await merge('farm', 'estate')).statusCode).toBe(200)
  expect([await ledger(), await blocks()]).toEqual(books)
  expect(await ledgerFaults(db)).toEqual([])
  for (const kind of ['projectGroup', 'project'] as const)
    expect([kind, await read.list(kind, { supplierId: 'farm' })]).toEqual([kind, []])
  expect((await read.one('project', 'sedge'))?.groupId).toBe('both')
  expect((await read.one('user', 'fay'))?.organisationId).toBe('estate')
  expect((await read.list('participation', { organisationId: 'farm' })).map(({ id }) => id)).toEqual([
    'farm-settled',
  ])
  // Who was a player then is history, for the people of both.
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
  // Its webhook goes on for the one that stays, and hears of the merger.
  expect(await db.selectFrom('webhook').select('organisationId').execute()).toEqual([
    { organisationId: 'estate' },
  ])
  await chainNow(db)
  await gatherNews(world.runtime, world.config.publicUrl)
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

it('nothing comes to an organisation that has been merged, and it is merged once', async () => {
  expect((await merge('farm', 'builder')).statusCode).toBe(409)
  expect((await merge('builder', 'farm')).statusCode).toBe(422)
  const stray = world.store.db
    .updateTable('project')
    .set({ supplierId: 'farm' })
    .where('id', '=', 'moss')
    .execute()
  await expect(stray).rejects.toThrow('This organisation has been merged into another')
})
