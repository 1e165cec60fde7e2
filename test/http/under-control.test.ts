import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionForm, ActionPreview } from '#contract/kit/form'
import type { OrganisationView } from '#contract/people/organisation'
import type { RoundView } from '#contract/round/round'
import { readRelatedOwnersInRound } from '#server/store/known-together'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.store.db
    .updateTable('round')
    .set({ status: 'ClosedForBidsAndOffers', hasReserve: false })
    .where('id', '=', 'bidding')
    .execute()
})
afterAll(() => world.close())

const act = (who: string, id: string, action: string, values: object) =>
  world.ask(who, `/api/organisation/${id}/action/${action}`, { method: 'POST', payload: { values } })
const control = { since: '2026-01-01', note: 'One family owns both' }
const organisation = async (who: string, id: string) =>
  (await world.ask(who, `/api/organisation/${id}`)).json<OrganisationView>()
const warned = async () => (await world.ask('olga', '/api/round/bidding')).json<RoundView>().separatePlayers
const PRICED =
  'These organisations are under common control, but are priced as separate parties: The estate, The farm'

it('declaring control reveals nothing about who is in the market', async () => {
  const there = await act('fay', 'farm', 'DeclareControl', { ...control, otherName: 'the ESTATE Ltd' })
  const nowhere = await act('bob', 'builder', 'DeclareControl', {
    ...control,
    otherName: 'Heron Holdings',
  })
  expect([there.statusCode, nowhere.statusCode]).toEqual([200, 200])
  for (const [who, id] of [
    ['fay', 'farm'],
    ['bob', 'builder'],
  ] as const)
    expect((await organisation(who, id)).commonControl).toMatchObject([{ organisation: null }])
  const form = (await world.ask('fay', '/api/organisation/farm/action/DeclareControl')).json<ActionForm>()
  expect(form.given.others).toEqual([])
  expect((await organisation('olga', 'farm')).commonControl).toMatchObject([
    { name: 'the ESTATE Ltd', organisation: { id: 'estate' }, since: '2026-01-01' },
  ])
})

it('common control is the same from both sides', async () => {
  expect((await organisation('eve', 'estate')).commonControl).toMatchObject([
    { name: 'The farm', note: null },
  ])
})

it('before a match only the operator sees bidders under common control that are priced separately', async () => {
  expect(await warned()).toEqual([
    PRICED,
    'The builder declares common control with Heron Holdings, but no organisation in the market has that name',
    ...(await warned()).slice(2),
  ])
  const form = (await world.ask('olga', '/api/round/bidding/action/Match')).json<ActionForm>()
  expect(form.given.separate).toContain(PRICED)
  const rehearsed = await world.ask('olga', '/api/round/bidding/action/Match', {
    method: 'POST',
    payload: { values: { confirmed: true }, preview: true },
  })
  expect(
    rehearsed
      .json<ActionPreview>()
      .warnings.map(({ message }) => message)
      .join(),
  ).toContain(PRICED)
  expect((await world.ask('fay', '/api/round/bidding')).json<RoundView>().separatePlayers).toEqual([])
})

it('organisations under common control are one party of a total', async () => {
  const lists = await readRelatedOwnersInRound(world.store.db, 'bidding')
  expect(lists.map(list => list.toSorted())).toContainEqual(['estate', 'farm'])
})

it('the operator is no longer warned when common control has ended', async () => {
  const form = (await world.ask('fay', '/api/organisation/farm/action/EndControl')).json<ActionForm>()
  const [tie] = form.given.ties as { id: string }[]
  const ended = { tieId: tie?.id, until: '2026-05-31', reason: 'Sold' }
  expect((await act('fay', 'farm', 'EndControl', ended)).statusCode).toBe(200)
  expect(await warned()).not.toContain(PRICED)
  expect((await organisation('olga', 'farm')).commonControl).toMatchObject([{ until: '2026-05-31' }])
})
