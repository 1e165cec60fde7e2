import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleRow, startWorldWith, type World } from './world.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await startWorldWith(
    { REQUIRE_STEP_UP: 'on', SECOND_PERSON: 'operator' },
    sampleRow('market', { id: 'deep', name: 'Deep', deposit: 100_000 }),
    sampleRow('round', { id: 'asking', name: 'Round A', marketId: 'deep', status: 'ClosedForBidsAndOffers' }),
    sampleRow('requirement', {
      ...{ id: 'flats', name: 'Flats', buyerId: 'builder', roundId: 'asking', agentId: null },
      ...{ groupId: null, bid: 20_000_000, status: 'Bid', toConfirmSince: null },
    }),
  )
  await sql`update round set status = 'ClosedForBidsAndOffers', has_reserve = false`.execute(world.store.db)
  await world.cookieOf('olga')
  await sql`update session set stepped_up_at = ${world.clock.now}`.execute(world.store.db)
  const payload = { name: 'Robot', scopes: ['rounds'], days: 30 }
  const made = await world.ask('olga', '/api/keys', { method: 'POST', payload })
  expect(made.statusCode, made.body).toBe(200)
  key = made.json<{ key: string }>().key
})
afterAll(() => world.close())

const match = async (round: string) => {
  const answer = await world.ask(null, `/api/round/${round}/action/Match`, {
    ...{ method: 'POST', payload: { values: { confirmed: true } } },
    headers: { authorization: `Bearer ${key}` },
  })
  return [answer.statusCode, answer.body] as const
}

it('an API key cannot start a match that leaves a bid out, where codes are required', async () => {
  expect(await match('asking')).toEqual([
    403,
    expect.stringContaining('needs someone’s approval, which is not possible with an API key'),
  ])
})

it('an API key can start a match in which no deposit is missing', async () => {
  const [status, body] = await match('bidding')
  expect([status, body]).toEqual([200, expect.stringContaining('Matching has started')])
})
