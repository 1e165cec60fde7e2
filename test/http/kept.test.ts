import { afterAll, beforeAll, expect, it } from 'vitest'
import { brotliDecompressSync } from 'node:zlib'
import { ENDPOINTS } from '#contract/nouns/endpoints'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
})
afterAll(() => world.close())

const OF_THE_MARKET = [
  '/api/public/rounds',
  '/api/public/rounds.ics',
  '/api/public/statistics',
  '/api/public/prices',
  '/api/public/registry/projects',
  '/api/public/registry/requirements',
  '/api/public/registry/credits',
  '/api/public/registry/balance',
  '/api/public/registry/projects/old-sedge/balance',
]
const OF_THE_VERSION = ['/api/public/schemas/match-problem-1.json', '/api/openapi.json', '/api/docs']

it('only public endpoints are cached', () => {
  const kept = ENDPOINTS.filter(one => one.kept)
  expect(kept.length).toBeGreaterThan(OF_THE_MARKET.length)
  expect(kept.filter(({ access, method }) => access !== 'anyone' || method !== 'GET')).toEqual([])
})

it.each([...OF_THE_MARKET, ...OF_THE_VERSION])(
  '%s may be cached by shared caches, and is not sent again to a client that has it',
  async url => {
    const first = await world.ask(null, url)
    expect([first.statusCode, first.headers.vary]).toEqual([200, 'accept-encoding'])
    expect(first.headers['cache-control']).toMatch(
      OF_THE_VERSION.includes(url)
        ? /^public, max-age=300, s-maxage=3600/
        : /^public, max-age=5, s-maxage=30/,
    )
    const { etag } = first.headers
    const again = await world.ask(null, url, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
    const other = await world.ask(null, url, { headers: { 'if-none-match': '"other"' } })
    expect([other.statusCode, other.body]).toEqual([200, first.body])
  },
)

it('a compressed answer has the same content and validator', async () => {
  const plain = await world.ask(null, '/api/openapi.json')
  const packed = await world.ask(null, '/api/openapi.json', { headers: { 'accept-encoding': 'gzip, br' } })
  expect([packed.headers['content-encoding'], packed.headers.etag]).toEqual(['br', plain.headers.etag])
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  const without = await world.ask(null, '/api/openapi.json', { headers: { 'accept-encoding': 'br;q=0' } })
  expect(without.headers['content-encoding']).toBeUndefined()
})

it('signed-in requests and refusals are never cached', async () => {
  for (const [who, url] of [
    ['olga', '/api/credits?registry=true'],
    [null, '/api/public/statistics?on=tomorrow'],
    [null, '/api/public/credits/none'],
  ] as const) {
    const { headers } = await world.ask(who, url)
    expect([url, headers['cache-control'], headers.etag]).toEqual([url, 'no-store', undefined])
  }
})

it('the figures of a settled round are stored with the settlement', async () => {
  expect(await world.store.db.selectFrom('settledRound').selectAll().execute()).toEqual([
    {
      roundId: 'settled',
      projects: 1,
      requirements: 1,
      surplus: 9_000_000,
      payers: ['builder'],
      receivers: ['farm'],
      sold: [{ creditType: 'NutrientMitigationPhosphorous', start: '2026-01-01', end: null, units: 40_000 }],
    },
  ])
})

/** A settled round in which four pay and four receive, so that its surplus can be shown. */
const wideRound = async () => {
  const wide = await startWorld(...matchedRound('Settled'))
  const payers = ['builder', 'p2', 'p3', 'p4']
  const receivers = ['farm', 'r2', 'r3', 'r4']
  await wide.store.db.updateTable('settledRound').set({ payers, receivers }).execute()
  return wide
}

it('shows a surplus only if enough organisations are independent today, whatever they were at the settlement', async () => {
  const wide = await wideRound()
  const surplus = async (on: string) =>
    (await wide.ask(null, `/api/public/statistics?on=${on}`)).json<{ rounds: { surplus: number | null }[] }>()
      .rounds[0]?.surplus
  expect(await surplus('2026-06-01')).toBe(90_000)
  await wide.store.transaction(tx =>
    tx.apply(
      [
        sampleRow('agentAuthority', {
          id: 'joint',
          roundId: 'settled',
          agentId: 'agency',
          clientId: 'farm',
          status: 'Approved',
          permissions: ['MakeOffersOrBids'],
        }),
      ],
      { now: wide.clock.now, newId: () => 'x' },
    ),
  )
  // One client is still one party.
  expect(await surplus('2026-06-02')).toBe(90_000)
  await wide.store.db
    .updateTable('settledRound')
    .set({ receivers: ['farm', 'estate', 'r3', 'r4'] })
    .execute()
  expect(await surplus('2026-06-03')).toBe(90_000)
  await wide.store.db
    .updateTable('organisation')
    .set({ mergedIntoId: 'farm' })
    .where('id', '=', 'estate')
    .execute()
  expect(await surplus('2026-06-04')).toBeNull()
  await wide.close()
})
