import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { type Change, update } from '#actions/kit/changes'
import { buildApp } from '#server/app'
import { MAX_REPLICA_LAG_MS, MAX_WORKING_LAG_MS, type ReadReplica } from '#server/http/replica'
import { connectDatabase } from '#server/store/database'
import { openStore } from '#server/store/store'
import { connectionConfigOf } from '../postgres.ts'
import { createEffectContext } from '../store/samples.ts'
import { matchedRound } from './settled.ts'
import { startWorld } from './world.ts'

/** A market with a replica, which refuses writes, lacks every later change, and counts its queries. */
const market = async () => {
  const world = await startWorld(...matchedRound('Settled'))
  const copy = await startWorld(...matchedRound('Settled'))
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(
    copy.store.db,
  )
  const readOnly = connectDatabase({
    ...connectionConfigOf(rows[0]!.database),
    options: '-c default_transaction_read_only=on',
  })
  const asked = { times: 0, maxLagMs: 0 }
  const replica: ReadReplica = {
    ask: (work, maxLagMs) => {
      asked.times += 1
      asked.maxLagMs = maxLagMs
      return work({ store: openStore(readOnly), now: world.runtime.now })
    },
    behind: () => 0,
    stop: async () => {},
  }
  const app = await buildApp({ ...world, replica, log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await app.close()
    await world.close()
    await readOnly.destroy()
    await copy.close()
  })
  const cookie = await world.cookieOf('olga')
  const change = (...changes: Change[]) =>
    world.store.transaction(tx => tx.apply(changes, createEffectContext()))
  const get = async (url: string, headers: Record<string, string> = { cookie }) => {
    const { statusCode, payload } = await app.inject({ url, headers })
    expect([url, statusCode]).toEqual([url, 200])
    return payload
  }
  /** The number of replica queries for a request. */
  const reads = async (url: string, headers?: Record<string, string>) => {
    const before = asked.times
    await get(url, headers)
    return asked.times - before
  }
  return { app, cookie, asked, change, get, reads }
}

const REGISTRY = [
  '/api/credits?registry=true',
  '/api/credits/registry',
  '/api/projects/registry',
  '/api/credits?registry=true&format=csv',
  '/api/credits/balance?registry=true',
]
const PUBLIC = ['/api/public/statistics', '/api/public/rounds']
const WORK = [
  ...['/api/home', '/api/search/sedge', '/api/projects?format=csv', '/api/credits/balance'],
  ...[
    '/api/projects',
    '/api/requirements',
    '/api/credits',
    '/api/rounds',
    '/api/organisations',
    '/api/users',
  ],
]
/** Subjects, and what is waiting for a decision. */
const NEVER = ['/api/round/settled', '/api/project/old-sedge/action/Comment', '/api/queue', '/api/auth/user']

it('public data, the registry, lists, search and home are read from a replica that is close enough', async () => {
  const { asked, reads } = await market()
  for (const url of REGISTRY)
    expect([url, await reads(url), asked.maxLagMs]).toEqual([url, 1, MAX_REPLICA_LAG_MS])
  for (const url of PUBLIC)
    expect([url, await reads(url, {}), asked.maxLagMs]).toEqual([url, 1, MAX_REPLICA_LAG_MS])
  for (const url of WORK)
    expect([url, await reads(url), asked.maxLagMs]).toEqual([url, 1, MAX_WORKING_LAG_MS])
  for (const url of NEVER) expect([url, await reads(url)]).toEqual([url, 0])
})

it('people who have just written read their own writes, on every server', async () => {
  const { app, cookie, change, get, reads } = await market()
  await change(update('project', { id: 'old-sedge' }, { name: 'Renamed by its owner' }))
  expect(await get('/api/projects')).not.toContain('Renamed by its owner')
  const written = await app.inject({
    method: 'POST',
    url: '/api/project/old-sedge/action/Comment',
    headers: { cookie, 'content-type': 'application/json' },
    payload: { values: {} },
  })
  const [given] = written.cookies
  // Longer than the permitted delay of a replica.
  expect(given).toMatchObject({ name: 'written', maxAge: 15, httpOnly: true, sameSite: 'Lax', path: '/' })
  const after = { cookie: `${cookie}; written=1` }
  for (const url of [...REGISTRY, ...WORK]) expect([url, await reads(url, after)]).toEqual([url, 0])
  expect(await get('/api/projects', after)).toContain('Renamed by its owner')
  const { cookies } = await app.inject({ url: '/api/projects', headers: { cookie } })
  expect(cookies).toEqual([])
})

it.each(['no-cache', 'max-age=0'])('a page that asks for the current state (%s) gets it', async freshness => {
  const { cookie, change, get } = await market()
  await change(update('project', { id: 'old-sedge' }, { name: 'Renamed by its owner' }))
  const headers = { cookie, 'cache-control': freshness }
  expect(await get('/api/projects', headers)).toContain('Renamed by its owner')
})
