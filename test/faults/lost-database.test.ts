import { once } from 'node:events'
import { type AddressInfo, connect as dial } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/process/config'
import { openFileStore } from '#server/files/file-store'
import { buildApp } from '#server/app'
import { openActionRuntime } from '#server/open-runtime'
import { beginSession } from '#server/auth/sessions'
import { connectDatabase } from '#server/store/database'
import { REQUEST_TIME_LIMITS, type DatabaseTimeLimits } from '#server/store/limits'
import type { Database } from '#server/store/tables/tables'
import { createFrozenTime } from '../builders/market-clock.ts'
import { proxyTo } from '../builders/proxy.ts'
import { copyTemplate, demonstration, TEMPLATE_NOW, TEMPLATE_PASSWORD } from '../builders/templates.ts'
import { submissionOf, waitUntil } from '../builders/world.ts'
import { refuseUndeclared } from '../http/declared.ts'
import { runAsMaintainer } from '../postgres.ts'

const CLOCK = { clock: true, message: null }
const IMPATIENT: DatabaseTimeLimits = { connect: 500, statement: 400, answer: 500, idle: 60_000 }

const richText = (text: string): string =>
  JSON.stringify({
    root: { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', text }] }] },
  })

/** The demonstration market, with a connection that can fail and a disk that can be full. */
const market = async (limits: DatabaseTimeLimits = IMPATIENT) => {
  const { name, connection, dataDir, remove } = await copyTemplate(demonstration)
  const proxy = await proxyTo(connection)
  const quick = connectDatabase(proxy.reach, () => undefined, limits)
  const runtime = openActionRuntime(quick, { time: createFrozenTime(() => TEMPLATE_NOW) })
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'on', PORT: '0' })
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: line => void lines.push(JSON.parse(line)) })
  const disk = { free: 10 * 1024 ** 3 }
  const files = await openFileStore(config.files)
  let asked = (): void => undefined
  const measure = async () => {
    asked()
    return disk.free
  }
  const app = await buildApp({ runtime, config, files, log, measure })
  refuseUndeclared(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const cookie = `session=${await beginSession(quick, 'operator', TEMPLATE_NOW)}`
  onTestFinished(async () => {
    // Unread answers would keep their connections open.
    app.server.closeAllConnections()
    await app.close()
    await quick.destroy()
    await remove()
  })
  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    return fetch(`${url}${path}`, { ...init, headers })
  }
  const comment = (text: string) =>
    send('/api/project/P001/action/Comment', submissionOf({ values: { comment: { json: richText(text) } } }))
  const signIn = () =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'operator', password: TEMPLATE_PASSWORD }),
    })
  /** Waits until the body of a change request is about to be read. */
  const nextChange = () =>
    new Promise<void>(resolve => {
      asked = resolve
    })
  const isReady = async () => (await send('/readyz')).status === 200
  return { name, proxy, lines, disk, port, cookie, send, comment, signIn, nextChange, isReady }
}

const statusesOf = async (answers: readonly Promise<Response>[]) =>
  [...new Set((await Promise.all(answers)).map(({ status }) => status))].toSorted((a, b) => a - b)

/** Some of many simultaneous requests may be refused for their number, which is not a fault. */
const faultsOf = async (answers: readonly Promise<Response>[]) =>
  (await statusesOf(answers)).filter(status => status >= 500 && status !== 503)

const manyRequests = ({ send, comment, signIn }: Awaited<ReturnType<typeof market>>) =>
  Array.from({ length: 8 }, (_, index) => [
    send('/api/projects?limit=50'),
    signIn(),
    comment(`Comment ${index}`),
    send('/api/public/registry/credits'),
  ]).flat()

it('a database that accepts connections but never answers is an outage, not an error, and the market recovers', async () => {
  const here = await market()
  here.proxy.hang()
  const hung = await here.send('/api/projects')
  expect([hung.status, hung.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await hung.json()).toEqual({ error: 'The database cannot be reached; try again in a moment' })
  expect(await statusesOf(manyRequests(here))).toEqual([503])
  const readiness = await here.send('/readyz')
  expect([readiness.status, await readiness.json()]).toEqual([
    503,
    { ...CLOCK, database: false, queue: false, files: true, space: true, accepting: true },
  ])
  expect((await here.send('/healthz')).status).toBe(200)
  await here.proxy.go()
  await waitUntil('it is ready', here.isReady)
  // A connection from before may still fail once, with the advice to try again.
  await expect.poll(() => statusesOf([here.send('/api/projects'), here.comment('Back again')])).toEqual([200])
})

it('readiness is answered while requests still wait for the database', async () => {
  const here = await market(REQUEST_TIME_LIMITS)
  here.proxy.hang()
  const order: string[] = []
  const request = here.send('/api/projects').then(({ status }) => void order.push(`request ${status}`))
  await here.send('/readyz').then(({ status }) => void order.push(`readiness ${status}`))
  await here.proxy.go()
  await request
  expect(order).toEqual(['readiness 503', 'request 503'])
})

it('a database lost during many requests gives each a 503, never a 500', async () => {
  const here = await market()
  for (const lose of [here.proxy.cut, here.proxy.drop]) {
    for (let turn = 0; turn < 2; turn += 1) {
      const answers = manyRequests(here)
      // When the first has been answered, others are in the middle of a transaction.
      await answers[turn]
      lose()
      expect(await faultsOf(answers)).toEqual([])
      await here.proxy.go()
    }
    await waitUntil('it is ready', here.isReady)
  }
  const answers = manyRequests(here)
  await answers[0]
  await runAsMaintainer(client =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [here.name]),
  )
  expect(await faultsOf(answers)).toEqual([])
  await waitUntil('it is ready', here.isReady)
  expect(here.lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

it('reading continues while the database refuses writes, and readiness returns after a successful write', async () => {
  const here = await market()
  const setReadOnly = (how: 'on' | 'off') =>
    runAsMaintainer(async client => {
      await client.query(`alter database "${here.name}" set default_transaction_read_only = ${how}`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        here.name,
      ])
    })
  await setReadOnly('on')
  await waitUntil('it answers again', here.isReady)
  const refused = await here.comment('Not now')
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'The database accepts no changes at the moment; try again later' },
  ])
  expect((await here.send('/api/projects')).status).toBe(200)
  expect(await (await here.send('/readyz')).json()).toMatchObject({ database: false, queue: true })
  await setReadOnly('off')
  await waitUntil('it is ready', here.isReady)
  expect((await here.comment('Now')).status).toBe(200)
})

it('a full disk stops changes, but not reading and signing in, and readiness says so', async () => {
  const { disk, send, comment, signIn, isReady, port, cookie, lines } = await market()
  disk.free = 100 * 1024 ** 2
  const refused = await comment('No room')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await refused.json()).toEqual({
    error: 'The disk is nearly full, so nothing can be changed until there is more space',
  })
  const announced = dial(port, '127.0.0.1')
  announced.write(
    `POST /api/project/P001/action/Comment HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`,
  )
  // No part of the body was sent.
  expect(String((await once(announced, 'data'))[0])).toMatch(/^HTTP\/1.1 503 /)
  announced.destroy()
  const signedIn = await signIn()
  expect([(await send('/api/projects')).status, signedIn.status]).toEqual([200, 204])
  expect(await (await send('/readyz')).json()).toEqual({
    database: true,
    queue: true,
    files: true,
    space: false,
    accepting: true,
    ...CLOCK,
  })
  disk.free = 10 * 1024 ** 3
  expect([(await comment('Room')).status, await isReady()]).toEqual([200, true])
  const refusals = lines.filter(({ msg }) => msg === 'A request cannot be answered')
  expect(refusals.map(({ level, status, err }) => [level, status, err])).toEqual([
    [40, 503, undefined],
    [40, 503, undefined],
  ])
  expect(lines.filter(({ level }) => Number(level) >= 40)).toHaveLength(2 + refusals.length)
})

it('a client that hangs up is one line of the log, without an error', async () => {
  const { port, cookie, lines, nextChange } = await market()
  const begun = nextChange()
  const gone = dial(port, '127.0.0.1')
  gone.write(
    `POST /api/project/P001/action/Comment HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"values":`,
  )
  await begun
  gone.destroy()
  const seen = () => lines.filter(({ path }) => path === '/api/project/P001/action/Comment')
  await waitUntil('the outage is noticed', async () => seen().length > 0)
  expect(seen()).toEqual([
    expect.objectContaining({ level: 30, status: 499, msg: 'The client disconnected' }),
  ])
  expect(seen()[0]).not.toHaveProperty('err')
})

it('streams and plain-text replies are answered once', async () => {
  const { send, lines } = await market()
  const leaving = new AbortController()
  const events = await send('/api/events', { signal: leaving.signal })
  expect(events.headers.get('content-type')).toBe('text/event-stream')
  leaving.abort()
  expect(await (await send('/metrics')).text()).toContain('http_request_duration_seconds')
  expect((await send('/api/public/rounds.ics')).status).toBe(200)
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
})

it('a server that stands still in the middle of a request loses its locks to the others', async () => {
  const { connection, remove } = await copyTemplate(demonstration)
  const [still, other] = [100, 60_000].map(idle =>
    connectDatabase(connection, () => undefined, { ...REQUEST_TIME_LIMITS, idle }),
  )
  onTestFinished(async () => {
    await still!.destroy()
    await other!.destroy()
    await remove()
  })
  const stopped = await still!.startTransaction().execute()
  const lock = (db: Kysely<Database>) =>
    sql<{ id: string }>`select id from round order by id limit 1 for update`.execute(db)
  const { rows } = await lock(stopped)
  // From here on, nothing more comes from the first server.
  expect((await lock(other!)).rows).toEqual(rows)
  await expect(stopped.rollback().execute()).rejects.toThrow()
})
