import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOffersAndBids } from '#actions/round/match/offers-and-bids'
import type { ActionForm, ActionPreview } from '#contract/kit/form'
import { freezeMatchProblem } from '#domain/match/freeze'
import { startWorld, type World } from './world.ts'

let market: World
beforeAll(async () => {
  market = await startWorld()
})
afterAll(() => market.close())

const act = (who: string, path: string, action: string, values: object, more: object = {}) =>
  market.ask(who, `/api/${path}/action/${action}`, { method: 'POST', payload: { values, ...more } })
const round = 'round/bidding'
const inMatch = async () => {
  const { read } = market.store
  const found = await read.one('round', 'bidding')
  const { projects, requirements } = freezeMatchProblem(await readOffersAndBids(read, found!, []))
  return [...projects, ...requirements].map(({ id }) => id)
}
const letters = async (letter: string) =>
  (
    await market.store.db
      .selectFrom('mailOutbox')
      .innerJoin('user', 'user.id', 'mailOutbox.userId')
      .select('user.organisationId')
      .distinct()
      .where('letter', '=', letter)
      .execute()
  )
    .map(({ organisationId }) => `${organisationId}`)
    .toSorted()

it('reopening a round asks every bidder to confirm, and unconfirmed bids do not count', async () => {
  const before = await inMatch()
  expect(before).toEqual(expect.arrayContaining(['sedge', 'reed']))
  const done = { confirmed: true }
  expect((await act('fay', 'project/sedge', 'ConfirmOffer', done)).statusCode).toBe(409)
  expect((await act('olga', round, 'CloseBidsAndOffers', done)).statusCode).toBe(200)
  expect(await inMatch()).toEqual(before)
  expect((await act('olga', round, 'OpenBidsAndOffers', done)).statusCode).toBe(200)

  expect(await inMatch()).toEqual([])
  const bidders = ['agency', 'builder', 'estate', 'farm']
  expect(await letters('bids-reopened')).toEqual(bidders)
  // One notice per opening: only people with nothing to confirm are notified that bids are open.
  expect((await letters('bids-open')).filter(one => bidders.includes(one))).toEqual([])
  const offered = await market.store.read.one('project', 'sedge')
  expect(offered).toMatchObject({ status: 'Offered', offer: 6_500_050 })
  const { next } = (await market.ask('fay', '/api/project/sedge')).json<{ next: { action: string }[] }>()
  expect(next.map(({ action }) => action)).toContain('ConfirmOffer')

  expect((await act('fay', 'project/sedge', 'ConfirmOffer', done)).statusCode).toBe(200)
  expect((await act('eve', 'project/sedge', 'ConfirmOffer', done)).statusCode).toBe(404)
  expect(await inMatch()).toEqual(['sedge'])
  expect((await act('fay', 'project/sedge', 'ConfirmOffer', done)).statusCode).toBe(409)
  const trail = (await market.ask('olga', '/api/activity?subjectType=round&subjectId=bidding')).json<{
    items: { message: string }[]
  }>()
  expect(trail.items.some(({ message }) => message.includes('opened again'))).toBe(true)

  expect((await act('olga', round, 'CloseBidsAndOffers', done)).statusCode).toBe(200)
  await market.store.db.updateTable('round').set({ hasReserve: false }).where('id', '=', 'bidding').execute()
  const form = (await market.ask('olga', `/api/${round}/action/Match`)).json<ActionForm>()
  expect(form.given).toMatchObject({ unconfirmed: before.length - 1 })
  const told = (await act('olga', round, 'Match', done, { preview: true })).json<ActionPreview>()
  expect(told.warnings.map(({ message }) => message).join()).toContain(
    'not confirmed after the round was opened again',
  )
})

it('the list of rounds has the announced times, and filters by their dates in London', async () => {
  const { db } = market.store
  const closing = '2026-03-29T23:30:00.000Z'
  await db.updateTable('round').set({ bidsClose: closing }).where('id', '=', 'bidding').execute()
  const found = async (query: string) =>
    (await market.ask('olga', `/api/rounds?${query}`))
      .json<{ items: { id: string; bidsClose: string | null }[] }>()
      .items.map(one => [one.id, one.bidsClose])
  expect(await found('bidsCloseFrom=2026-03-30&bidsCloseUntil=2026-03-30')).toEqual([['bidding', closing]])
  expect(await found('bidsCloseUntil=2026-03-29')).toEqual([])
  expect(await found('bidsOpenFrom=2026-03-30')).toEqual([])
  expect((await market.ask('olga', '/api/rounds?bidsCloseFrom=tomorrow')).statusCode).toBe(400)
  const csv = await market.ask('olga', '/api/rounds?format=csv&sort=-bidsClose')
  expect(csv.body.split('\n')[0]).toContain('Bids close')
  expect(csv.body.split('\n')[1]).toContain(closing)
})
