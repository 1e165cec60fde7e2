import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeView } from '#contract/desk/home'
import type { QueueView } from '#contract/desk/queue'
import type { RoundView } from '#contract/round/round'
import { startMatching } from '#server/work'
import { pino } from 'pino'
import { readRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { EQUAL_BIDS, matchWithoutTime, openUnfinishedRound } from '../builders/unfinished.ts'
import { type Person, waitUntil, world, type World } from '../builders/world.ts'

const yes = { confirmed: true }
const OUT_OF_TIME = 'The match ran out of time. The best known match is not proven to be the best'

interface Inbox {
  items: { notice: string; text: string[] }[]
}

describe('a match that runs out of time', () => {
  let market: World
  let operator: Person
  beforeAll(async () => {
    market = await world({ from: openUnfinishedRound, works: false })
    operator = market.as('operator')
  })
  afterAll(() => market.close())

  const round = (person = operator) => person.get<RoundView>('/api/round/RD-SOM-1')
  const inbox = async (person: Person, kind: string) =>
    (await person.get<Inbox>('/api/inbox?show=all')).items.filter(item => item.notice === kind)

  it('keeps the best known match, its bound and its gap, and says that the greatest surplus is open', async () => {
    const { status, unfinishedMatch } = await round()
    expect(status).toBe('Failed')
    if (!unfinishedMatch) throw new Error('Nothing is kept of the match')
    const { surplus, bound, gap, ...kept } = unfinishedMatch
    expect(kept).toMatchObject({ open: 'best', ownersAskedAt: null })
    expect(surplus).toBeGreaterThan(0)
    expect(bound).toBeGreaterThan(surplus)
    expect(gap).toBeCloseTo(bound - surplus, 2)
    expect(kept.projects).not.toEqual([])
    expect(kept.requirements).not.toEqual([])
  })

  it('names the bids that make it hard, with their owner', async () => {
    const { unfinishedMatch } = await round()
    const equal = unfinishedMatch?.hard.find(({ reason }) => reason === 'equal')
    expect(equal?.organisation.id).toBe('BU02')
    expect(equal?.requirements).toHaveLength(EQUAL_BIDS)
  })

  it('prices and settles nothing, and says nothing of an error of the engine', async () => {
    const result = await market.store.read.latest('matchResult', { roundId: 'RD-SOM-1' })
    expect(result).toMatchObject({ solution: null, failure: expect.stringContaining(OUT_OF_TIME) })
    expect((await operator.send('/api/round/RD-SOM-1/match')).status).toBe(404)
  })

  it('is seen by the market operator alone', async () => {
    expect((await round(market.as('boris.bu02'))).unfinishedMatch).toBeNull()
  })

  it('stands at the head of the work queue, on the home page and in the inbox, with what is open', async () => {
    const { failed } = await operator.get<QueueView>('/api/queue')
    const link = '/markets/MK-SOM/round/RD-SOM-1'
    expect(failed).toMatchObject([{ id: 'RD-SOM-1', link, reason: expect.stringContaining(OUT_OF_TIME) }])
    const { next } = await operator.get<HomeView>('/api/home')
    expect(next.find(thing => thing.link === link)?.text).toContain('Decide how to go on')
    const [item] = await inbox(operator, 'match-unfinished')
    expect(item?.text[0]).toContain(OUT_OF_TIME)
    expect(await inbox(operator, 'match-failed')).toEqual([])
  })

  it('proposes more time for the next match', async () => {
    const { values } = await operator.form('Match', SOMERSET_ROUND)
    expect(values.matchMinutes).toBe(120)
  })

  it('lets the operator ask the owners of these bids, who get the names of their bids', async () => {
    await operator.does('AskOwnersOfHardBids', SOMERSET_ROUND, { message: 'Please bid once for all plots.' })
    const [item] = await inbox(market.as('boris.bu02'), 'hard-bids')
    expect(item?.text.join(' ')).toContain(`${EQUAL_BIDS} bids of yours are equal`)
    expect(item?.text.join(' ')).toContain('plot 30')
    expect(item?.text.join(' ')).toContain('Please bid once for all plots.')
    expect(await inbox(market.as('copperlark.su12'), 'hard-bids')).toEqual([])
    expect((await round()).unfinishedMatch?.ownersAskedAt).not.toBeNull()
  })

  it('refuses a time limit of no time or more than a day', async () => {
    for (const matchMinutes of [0, 1441, 1.5])
      expect(await operator.tries('Match', SOMERSET_ROUND, { ...yes, matchMinutes })).toMatchObject({
        status: 422,
        body: [{ field: 'matchMinutes' }],
      })
  })

  it('has its record until the next match, which may run out of time again', async () => {
    await operator.does('Match', SOMERSET_ROUND, { ...yes, matchMinutes: 240 })
    expect(await market.store.read.one('round', 'RD-SOM-1')).toMatchObject({ matchMinutes: 240 })
    expect((await round()).unfinishedMatch).toBeNull()
    await matchWithoutTime(market)
    expect((await round()).unfinishedMatch).toMatchObject({ minutes: 0, ownersAskedAt: null })
    expect((await operator.get<QueueView>('/api/queue')).failed).toHaveLength(1)
  })

  it('says only that it was cancelled, when someone cancels the next one', async () => {
    await operator.does('Match', SOMERSET_ROUND, { ...yes, matchMinutes: 240 })
    const { id } = await market.store.db
      .selectFrom('task')
      .select('id')
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow()
    expect((await operator.send(`/api/solver/task/${id}`, { method: 'DELETE' })).status).toBe(204)
    const work = startMatching(market.runtime, pino({ level: 'silent' }), 1)
    await waitUntil('the round has failed', async () => (await readRound(operator)).status === 'Failed')
    await work.stop()
    expect((await round()).unfinishedMatch).toBeNull()
    expect(await operator.tries('AskOwnersOfHardBids', SOMERSET_ROUND, { message: 'Please' })).toMatchObject({
      status: 422,
    })
  })

  it('can be opened again for bids and offers, which ends the waiting', async () => {
    await operator.does('OpenBidsAndOffers', SOMERSET_ROUND, yes)
    expect((await operator.get<QueueView>('/api/queue')).failed).toEqual([])
  })
})
