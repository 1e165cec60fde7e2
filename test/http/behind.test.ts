import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#server/app'
import type { ReadReplica } from '#server/http/replica'
import { matchedRound } from './settled.ts'
import { startWorld } from './world.ts'

/** A market whose replica counts its queries. */
const market = async () => {
  const world = await startWorld(...matchedRound('Settled'))
  const asked = { times: 0 }
  const replica: ReadReplica = {
    ask: work => {
      asked.times += 1
      return work(world.runtime)
    },
    behind: () => 0,
    stop: async () => {},
  }
  const app = await buildApp({ ...world, replica, log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await app.close()
    await world.close()
  })
  const cookie = await world.cookieOf('olga')
  /** The number of replica queries for a request. */
  const reads = async (url: string, cookies = cookie) => {
    const before = asked.times
    const { statusCode } = await app.inject({ url, headers: { cookie: cookies } })
    expect([url, statusCode]).toEqual([url, 200])
    return asked.times - before
  }
  return { app, cookie, reads }
}

const REGISTRY = [
  '/api/credits?registry=true',
  '/api/credits/registry',
  '/api/projects/registry',
  '/api/credits?registry=true&format=csv',
  '/api/credits/balance?registry=true',
]

it('the registry is read from the replica, and everything else in the working area is not', async () => {
  const { reads } = await market()
  for (const url of REGISTRY) expect([url, await reads(url)]).toEqual([url, 1])
  for (const url of ['/api/public/statistics', '/api/public/rounds'])
    expect([url, await reads(url, '')]).toEqual([url, 1])
  for (const url of ['/api/credits', '/api/projects', '/api/home', '/api/round/settled'])
    expect([url, await reads(url)]).toEqual([url, 0])
})

it('a reader who has just written reads the registry from the primary, on every server', async () => {
  const { app, cookie, reads } = await market()
  const written = await app.inject({
    method: 'POST',
    url: '/api/project/old-sedge/action/Comment',
    headers: { cookie, 'content-type': 'application/json' },
    payload: { values: {} },
  })
  const [given] = written.cookies
  // Longer than the permitted delay of a replica.
  expect(given).toMatchObject({ name: 'written', maxAge: 15, httpOnly: true, sameSite: 'Lax', path: '/' })
  for (const url of REGISTRY) expect([url, await reads(url, `${cookie}; written=1`)]).toEqual([url, 0])
  const { cookies } = await app.inject({ url: '/api/projects', headers: { cookie } })
  expect(cookies).toEqual([])
})
