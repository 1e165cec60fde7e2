import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBeforeSettlement } from '#domain/credit/credit'
import type { MatchReview } from '#contract/round/match'
import { matchSecondsHistogram } from '#server/metrics/counted'
import { startMatching } from '#server/work'
import { pino } from 'pino'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import {
  agreeToDeclarations,
  runMatch,
  openMatchedRound,
  readRound,
  SOMERSET_ROUND,
} from '../builders/rounds.ts'
import { type Person, waitUntil, world, type World } from '../builders/world.ts'

const yes = { confirmed: true }

/** The number of matches that ended well in this process, from `/metrics`. */
const solvedHere = async (): Promise<number> => {
  const { values } = await matchSecondsHistogram.get()
  const isCount = ({ metricName, labels }: (typeof values)[number]) =>
    metricName?.endsWith('_count') && labels.outcome === 'solved'
  return values.find(isCount)?.value ?? NaN
}

describe('a rejected match', () => {
  let market: World
  let operator: Person
  beforeAll(async () => {
    market = await world({ from: openMatchedRound })
    operator = market.as('operator')
  })
  afterAll(() => market.close())

  it('needs a reason', async () => {
    expect(await operator.tries('RejectMatch', SOMERSET_ROUND, {})).toMatchObject({
      status: 422,
      body: [{ field: 'reason', message: 'Field required' }],
    })
    expect(await readRound(operator)).toMatchObject({ status: 'Matched' })
  })

  it('settles nothing, and the reason is kept', async () => {
    await operator.does('RejectMatch', SOMERSET_ROUND, { reason: 'Two offers were mistyped' })
    expect(await readRound(operator)).toMatchObject({
      status: 'Rejected',
      rejectionReason: 'Two offers were mistyped',
    })
    const credits = await market.store.read.list('credit', { roundId: 'RD-SOM-1' })
    expect(credits.filter(({ status }) => !isBeforeSettlement(status))).toEqual([])
    expect(await market.store.read.one('project', 'P119')).toMatchObject({ status: 'Offered' })
  })

  it('lets bids and offers open again, change, close and be matched alongside the first run', async () => {
    const owner = market.as('copperlark.su12')
    const project = { kind: 'project', id: 'P119' } as const
    await operator.does('OpenBidsAndOffers', SOMERSET_ROUND, yes)
    await owner.does('SetOffer', project, {
      offer: 300_000,
      confirmsAmount: true,
      declarations: await agreeToDeclarations(owner, 'SetOffer', project),
    })
    // Unconfirmed bids do not count; the market operator can confirm by telephone.
    const unconfirmed = { roundId: 'RD-SOM-1', toConfirmSince: market.runtime.now() }
    const { read } = market.store
    for (const { id } of await read.list('project', unconfirmed))
      await operator.does('ConfirmOffer', { kind: 'project', id }, yes)
    for (const { id } of await read.list('requirement', unconfirmed))
      await operator.does('ConfirmBid', { kind: 'requirement', id }, yes)
    await operator.does('CloseBidsAndOffers', SOMERSET_ROUND, yes)
    const before = await solvedHere()
    expect(await runMatch(operator)).toMatchObject({ status: 'Matched' })
    expect(await solvedHere()).toBe(before + 1)
    const review = await operator.get<MatchReview>('/api/round/RD-SOM-1/match-review')
    expect(review.projects.find(({ id }) => id === 'P119')).toMatchObject({ amount: 300_000 })
    const { surplus = 0 } = review.previous ?? {}
    expect(review.match.surplus).toBeCloseTo(surplus + 22_000, 2)
  })

  it('a match cannot be accepted after a participant has withdrawn, until it has been run again', async () => {
    const buyer = { kind: 'participation', id: 'RD-SOM-1-BU02-Buyer' } as const
    await operator.does('Withdraw', buyer, { reason: 'The site is sold' })
    expect(await market.store.read.one('requirement', 'R102')).toMatchObject({
      status: 'Registered',
      bid: null,
    })
    expect(await operator.tries('AcceptMatch', SOMERSET_ROUND, yes)).toMatchObject({
      status: 422,
      body: [{ field: '', message: expect.stringContaining('Run the match again') }],
    })
    expect(await readRound(operator)).toMatchObject({ status: 'Matched' })
    await operator.does('RejectMatch', SOMERSET_ROUND, { reason: 'A buyer has left' })
    expect(await runMatch(operator)).toMatchObject({ status: 'Matched' })
    const review = await operator.get<MatchReview>('/api/round/RD-SOM-1/match-review')
    expect(review.requirements.map(({ id }) => id)).not.toContain('R102')
    await operator.does('AcceptMatch', SOMERSET_ROUND, yes)
    expect(await market.store.read.one('requirement', 'R102')).toMatchObject({ status: 'Unmatched' })
    await expectSoundAuditTrail(market.store)
  })
})

describe('a cancelled match', () => {
  it('leaves the round failed, says who cancelled it, and can be started again', async () => {
    const market = await world({ works: false })
    const operator = market.as('operator')
    const { context } = await operator.does('Match', SOMERSET_ROUND, yes)
    const { self } = (context as unknown as { solverTask: { links: { self: string } } }).solverTask.links
    expect((await market.as('boris.bu02').send(self, { method: 'DELETE' })).status).toBe(404)
    expect((await operator.send(self, { method: 'DELETE' })).status).toBe(204)
    const work = startMatching(market.runtime, pino({ level: 'silent' }), 1)
    const round = await waitUntil('the round has failed', async () => {
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
    await expectSoundAuditTrail(market.store)
    await market.close()
  })
})
