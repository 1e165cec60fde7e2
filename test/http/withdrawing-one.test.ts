import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOffersAndBids } from '#actions/round/match/offers-and-bids'
import type { AnswerOf } from '#contract/kit/endpoint'
import type { ActionPreview, ActionResult } from '#contract/kit/form'
import type { readInbox } from '#contract/desk/inbox'
import { freezeMatchProblem } from '#domain/match/freeze'
import { sampleRow, startWorld, type World } from './world.ts'

let market: World
beforeAll(async () => {
  market = await startWorld(
    sampleRow('projectGroup', {
      ...{ id: 'pair', name: 'Both meadows', type: 'AND', roundId: 'bidding', supplierId: 'estate' },
    }),
  )
})
afterAll(() => market.close())

const act = (who: string, path: string, action: string, values: object, more: object = {}) =>
  market.ask(who, `/api/${path}/action/${action}`, { method: 'POST', payload: { values, ...more } })
const CONFIRMED = { confirmed: true }

const idsInMatch = async () => {
  const { read } = market.store
  const round = await read.one('round', 'bidding')
  const { projects, requirements } = freezeMatchProblem(await readOffersAndBids(read, round!, []))
  return [...projects, ...requirements].map(({ id }) => id)
}
const noticesOf = async (who: string) => {
  const { items } = (await market.ask(who, '/api/inbox?show=unread')).json<AnswerOf<typeof readInbox>>()
  return items.map(({ notice }) => notice)
}

it('an offer is withdrawn alone: its project takes no part, its supplier stays, and a new offer can be made', async () => {
  expect(await idsInMatch()).toContain('sedge')
  const done = await act('fay', 'project/sedge', 'WithdrawOffer', CONFIRMED)
  expect(done.statusCode, done.body).toBe(200)
  const { context } = done.json<ActionResult>()
  expect(context).toMatchObject({ status: 'ApprovedRound', offer: null, offeredAt: null })
  expect((context as unknown as { next: { action: string }[] }).next.map(({ action }) => action)).toContain(
    'SetOffer',
  )
  expect(await idsInMatch()).not.toContain('sedge')
  expect(await market.store.read.one('participation', 'farm-part')).toMatchObject({ status: 'Registered' })
  expect(await noticesOf('amy')).toContain('offer-withdrawn')
  expect(await noticesOf('rex')).not.toContain('offer-withdrawn')

  expect((await act('fay', 'project/sedge', 'WithdrawOffer', CONFIRMED)).statusCode).toBe(409)
  const renewed = await act('fay', 'project/sedge', 'SetOffer', {
    ...{ offer: 64_000, confirmsAmount: true, declarations: [] },
  })
  expect(renewed.statusCode, renewed.body).toBe(200)
  expect(await idsInMatch()).toContain('sedge')
})

it('a bid is withdrawn with every amount that belongs to it', async () => {
  expect((await act('eve', 'requirement/homes', 'WithdrawBid', CONFIRMED)).statusCode).toBe(404)
  const done = await act('bob', 'requirement/homes', 'WithdrawBid', CONFIRMED)
  expect(done.statusCode, done.body).toBe(200)
  expect(await market.store.read.one('requirement', 'homes')).toMatchObject({
    ...{ status: 'Registered', bid: null, bidOngoingOnly: null, acceptOngoingOnly: null, bidAt: null },
  })
  expect(await idsInMatch()).not.toContain('homes')
})

it('the form says that the other members of a group that wins together take no part either', async () => {
  const { db } = market.store
  await db.updateTable('project').set({ groupId: 'pair' }).where('id', 'in', ['reed', 'moss']).execute()
  const preview = await act('eve', 'project/reed', 'WithdrawOffer', CONFIRMED, { preview: true })
  expect(preview.json<ActionPreview>().sentences.join()).toContain('Both meadows')
})

it('nothing is withdrawn after the close', async () => {
  expect((await act('olga', 'round/bidding', 'CloseBidsAndOffers', CONFIRMED)).statusCode).toBe(200)
  expect((await act('fay', 'project/sedge', 'WithdrawOffer', CONFIRMED)).statusCode).toBe(409)
  expect(await market.store.read.one('project', 'sedge')).toMatchObject({
    status: 'Offered',
    offer: 6_400_000,
  })
})
