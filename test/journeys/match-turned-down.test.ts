import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBeforeSettlement } from '#domain/credit'
import type { MatchReview } from '#contract/match'
import { matchSeconds } from '#server/metrics/matches'
import { startWork } from '#server/tasks/work'
import { pino } from 'pino'
import { expectHonestTrail } from '../builders/honest-trail.ts'
import { agreed, matched, matchedRound, readRound, SOMERSET } from '../builders/rounds.ts'
import { type Person, until, world, type World } from '../builders/world.ts'

const yes = { confirmed: true }

/** How many matches ended well in this process, as `/metrics` tells it. */
const solvedHere = async (): Promise<number> => {
  const { values } = await matchSeconds.get()
  const isCount = ({ metricName, labels }: (typeof values)[number]) =>
    metricName?.endsWith('_count') && labels.outcome === 'solved'
  return values.find(isCount)?.value ?? NaN
}

describe('a match that is rejected', () => {
  let market: World
  let operator: Person
  beforeAll(async () => {
    market = await world({ from: matchedRound })
    operator = market.as('operator')
  })
  afterAll(() => market.close())

  it('a match is rejected with a reason only', async () => {
    expect(await operator.tries('RejectMatch', SOMERSET, {})).toMatchObject({
      status: 422,
      body: [{ field: 'reason', message: 'Field required' }],
    })
    expect(await readRound(operator)).toMatchObject({ status: 'Matched' })
  })

  it('a rejected match settles nothing, and the reason is kept', async () => {
    await operator.does('RejectMatch', SOMERSET, { reason: 'Two offers were mistyped' })
    expect(await readRound(operator)).toMatchObject({
      status: 'Rejected',
      rejectionReason: 'Two offers were mistyped',
    })
    const credits = await market.store.read.list('credit', { roundId: 'RD-SOM-1' })
    expect(credits.filter(({ status }) => !isBeforeSettlement(status))).toEqual([])
    expect(await market.store.read.one('project', 'P119')).toMatchObject({ status: 'Offered' })
  })

  it('after a rejected match bids and offers open again, change, close and are matched beside the first run', async () => {
    const owner = market.as('copperlark.su12')
    const project = { kind: 'project', id: 'P119' } as const
    await operator.does('OpenBidsAndOffers', SOMERSET, yes)
    await owner.does('SetOffer', project, {
      offer: 300_000,
      confirmsAmount: true,
      declarations: await agreed(owner, 'SetOffer', project),
    })
    // What nobody confirms does not count; by telephone the market operator may.
    const unconfirmed = { roundId: 'RD-SOM-1', toConfirmSince: market.runtime.now() }
    const { read } = market.store
    for (const { id } of await read.list('project', unconfirmed))
      await operator.does('ConfirmOffer', { kind: 'project', id }, yes)
    for (const { id } of await read.list('requirement', unconfirmed))
      await operator.does('ConfirmBid', { kind: 'requirement', id }, yes)
    await operator.does('CloseBidsAndOffers', SOMERSET, yes)
    const before = await solvedHere()
    expect(await matched(operator)).toMatchObject({ status: 'Matched' })
    expect(await solvedHere()).toBe(before + 1)
    const review = await operator.get<MatchReview>('/api/round/RD-SOM-1/match-review')
    expect(review.projects.find(({ id }) => id === 'P119')).toMatchObject({ amount: 300_000 })
    const { surplus = 0 } = review.previous ?? {}
    expect(review.match.surplus).toBeCloseTo(surplus + 22_000, 2)
  })

  it('a match cannot be accepted once a participant has withdrawn, until it has been run again', async () => {
    const buyer = { kind: 'participation', id: 'RD-SOM-1-BU02-Buyer' } as const
    await operator.does('Withdraw', buyer, { reason: 'The site is sold' })
    expect(await market.store.read.one('requirement', 'R102')).toMatchObject({
      status: 'Registered',
      bid: null,
    })
    expect(await operator.tries('AcceptMatch', SOMERSET, yes)).toMatchObject({
      status: 422,
      body: [{ field: '', message: expect.stringContaining('run the match again') }],
    })
    expect(await readRound(operator)).toMatchObject({ status: 'Matched' })
    await operator.does('RejectMatch', SOMERSET, { reason: 'A buyer has left' })
    expect(await matched(operator)).toMatchObject({ status: 'Matched' })
    const review = await operator.get<MatchReview>('/api/round/RD-SOM-1/match-review')
    expect(review.requirements.map(({ id }) => id)).not.toContain('R102')
    await operator.does('AcceptMatch', SOMERSET, yes)
    expect(await market.store.read.one('requirement', 'R102')).toMatchObject({ status: 'Unmatched' })
    await expectHonestTrail(market.store)
  })
})

describe('a match that is cancelled', () => {
  it('a cancelled match leaves the round failed, says who cancelled it, and can be asked for again', async () => {
    const market = await world({ works: false })
    const operator = market.as('operator')
    const { context } = await operator.does('Match', SOMERSET, yes)
    const { self } = (context as unknown as { solverTask: { links: { self: string } } }).solverTask.links
    expect((await market.as('boris.bu02').send(self, { method: 'DELETE' })).status).toBe(404)
    expect((await operator.send(self, { method: 'DELETE' })).status).toBe(204)
    const work = startWork(market.runtime, pino({ level: 'silent' }))
    const round = await until('the round has failed', async () => {
      const now = await readRound(operator)
      return now.status === 'Failed' && now
    })
    expect(round.actions.map(({ id }) => id)).toContain('Match')
    expect(await operator.get(self)).toMatchObject({
      state: 'cancelled',
      message: 'Cancelled by Ada Fennimarsh',
    })
    expect((await operator.send(self, { method: 'DELETE' })).status).toBe(409)
    const result = await market.store.read.latest('matchResult', { roundId: 'RD-SOM-1' })
    expect(result).toMatchObject({ failure: 'Cancelled by Ada Fennimarsh', solution: null })
    await work.stop()
    await expectHonestTrail(market.store)
    await market.close()
  })
})
