import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { installGuards } from '#server/http/guards'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const post = (headers: Record<string, string>, payload: string | Buffer = '{}') =>
  world.ask('fay', '/api/project/sedge/action/Comment', { method: 'POST', headers, payload })

describe('access', () => {
  it('is denied on a route without an endpoint, for everyone and under any spelling', async () => {
    const app = Fastify()
    await app.register(cookie)
    installGuards(app, world)
    app.get('/api/forgotten', () => ({ secret: true }))
    app.get('/api/auth/forgotten', () => ({ secret: true }))
    app.get('/api/public/forgotten', () => ({ secret: true }))
    for (const url of [
      '/api/forgotten',
      '/api/auth/forgotten',
      '/api/public/forgotten',
      '/api/public/%66orgotten',
    ])
      for (const who of [null, 'olga']) {
        const headers = who === null ? {} : { cookie: await world.cookieOf(who) }
        const { statusCode, body } = await app.inject({ url, headers })
        expect([url, who, statusCode, body.includes('secret')]).toEqual([url, who, expect.any(Number), false])
        expect(statusCode).toBeGreaterThanOrEqual(400)
      }
    await app.close()
  })

  it('follows the matched route: another spelling opens no members’ address', async () => {
    for (const url of [
      '/api/projects',
      '/api/%70rojects',
      '/api/public/../projects',
      '/api/auth/../projects',
      '//api/projects',
    ]) {
      const { body } = await world.ask(null, url)
      expect([url, body.includes('"items"')]).toEqual([url, false])
    }
  })
})

describe('requests from other sites', () => {
  it('are refused when they would change something', async () => {
    const json = { 'content-type': 'application/json' }
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      const answer = await post({ ...json, ...headers })
      expect([headers, answer.statusCode, answer.json()]).toEqual([
        headers,
        403,
        { error: 'Requests from another site are refused' },
      ])
    }
    const own: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' },
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
    ]
    for (const headers of own) expect((await post({ ...json, ...headers })).statusCode).not.toBe(403)
  })
})

describe('request bodies', () => {
  it('must be JSON or multipart', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/html', 'application/xml'])
      expect([type, (await post({ 'content-type': type })).statusCode]).toEqual([type, 415])
  })

  it('are refused without a server error when broken, hostile or huge', async () => {
    const json = { 'content-type': 'application/json' }
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const wrong: [string | Buffer, number][] = [
      ['{', 400],
      ['', 400],
      ['null', 400],
      ['[]', 400],
      [deep, 400],
      ['{"__proto__":{"isOperator":true}}', 400],
      ['{"constructor":{"prototype":{}}}', 400],
      [Buffer.from([0x22, 0xff, 0x22]), 400],
      [`"${'x'.repeat(3_000_000)}"`, 413],
    ]
    for (const [payload, status] of wrong) {
      const answer = await post(json, payload)
      expect([payload.slice(0, 30), answer.statusCode]).toEqual([payload.slice(0, 30), status])
      expect(answer.json()).toEqual({ error: expect.any(String) as string })
    }
    // Validation without a check of types would read its length.
    const payload = '{"username":{"length":[{"toString":1,"valueOf":1}]},"password":"x"}'
    const login = await world.ask(null, '/api/auth/login', { method: 'POST', headers: json, payload })
    expect([400, 422]).toContain(login.statusCode)
    const part = await post({ 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\nbroken')
    expect([400, 415]).toContain(part.statusCode)
    const none = await post({ 'content-type': 'multipart/form-data' }, 'broken')
    expect([400, 415]).toContain(none.statusCode)
  })
})

describe('paths', () => {
  it('get a JSON answer if they are unknown in the API', async () => {
    for (const url of [
      '/api',
      '/api/nothing',
      '/api/project',
      '/api/projects/x',
      '/assets/nothing.js',
      '/%ff',
      '/api/project/%00',
    ]) {
      const answer = await world.ask('olga', url)
      expect([url, [400, 404]]).toEqual([url, expect.arrayContaining([answer.statusCode])])
      expect(answer.json()).toEqual({ error: expect.any(String) as string })
    }
  })
  it('with impossible ids are not found', async () => {
    for (const id of ['x'.repeat(150), "'; drop table project; --", '../../etc/passwd', '%00', '💥'])
      expect([id, (await world.ask('olga', `/api/project/${encodeURIComponent(id)}`)).statusCode]).toEqual([
        id,
        404,
      ])
  })
})

describe('headers', () => {
  it('protect every answer', async () => {
    for (const url of ['/api/projects', '/api/nothing', '/healthz']) {
      const { headers } = await world.ask('olga', url)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect((await world.ask('olga', '/api/projects')).headers['cache-control']).toBe('no-store')
  })
})

describe('health', () => {
  it('is public', async () => {
    expect((await world.ask(null, '/healthz')).json()).toEqual({ ok: true })
    expect((await world.ask(null, '/readyz')).json()).toEqual({
      database: true,
      queue: true,
      files: true,
      space: true,
      clock: true,
      accepting: true,
      message: null,
    })
    const { body } = await world.ask(null, '/metrics')
    expect(body).toContain('http_request_duration_seconds')
    expect(body).not.toContain(process.version)
  })
  it('names the part that cannot be reached', async () => {
    const broken = await startWorld()
    await broken.store.db.destroy()
    expect([
      (await broken.ask(null, '/readyz')).statusCode,
      (await broken.ask(null, '/readyz')).json(),
    ]).toEqual([
      503,
      {
        ...{ database: false, queue: false, files: true, space: true, clock: true, accepting: true },
        message: null,
      },
    ])
    const answer = await broken.app.inject({ url: '/api/projects', headers: { cookie: 'session=x' } })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    await broken.app.close()
  })
})
