import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeApi, type OpenApiDocument } from '#contract/openapi/openapi'
import { listWebhooks, WEBHOOK_TYPES } from '#contract/nouns/webhooks'
import { startWorld, startWorldWith, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const accept = 'application/problem+json'
const ask = (who: string | null, url: string, options: { method?: 'GET' | 'POST'; payload?: object } = {}) =>
  world.ask(who, url, { ...options, headers: { accept } })
const docs = '/api/docs'

describe('an error for programs', () => {
  it.each([
    ['not-found', 404, 'fay', '/api/project/nothing', 'Not found'],
    ['not-signed-in', 401, null, '/api/projects', 'Sign in first'],
    ['malformed', 400, 'fay', '/api/projects?limit=201', 'The query value limit must be at most 200'],
  ] as const)('is a problem with the stable code %s', async (code, status, who, url, error) => {
    const answer = await ask(who, url)
    expect(answer.headers['content-type']).toBe(`${accept}; charset=utf-8`)
    expect(answer.json()).toEqual({
      type: `${docs}#problem-${code}`,
      title: expect.any(String) as string,
      ...{ status, code, error, detail: error },
      requestId: answer.headers['x-request-id'],
    })
  })

  it('has the reason behind its code, and lists errors in the answers', async () => {
    const version = (await ask('fay', '/api/project/sedge')).json<{ version: number }>().version
    const url = '/api/project/sedge/action/SetOffer'
    const stale = await ask('fay', url, { method: 'POST', payload: { values: {}, version: version + 1 } })
    expect(stale.json()).toMatchObject({ status: 409, code: 'conflict.version', reason: 'version' })
    const wrong = await ask('fay', url, { method: 'POST', payload: { values: { offer: -1 }, version } })
    const errors = [{ field: 'offer', message: 'Value must be 0 or more' }]
    expect(wrong.json()).toMatchObject({
      status: 422,
      code: 'wrong-answers',
      errors: expect.arrayContaining(errors) as unknown[],
    })
    const { body } = await world.ask('fay', url, {
      method: 'POST',
      payload: { values: { offer: -1 }, version },
    })
    expect(JSON.parse(body)).toEqual(wrong.json<{ errors: unknown[] }>().errors)
  })

  it('has the format of the specification for other clients, with the request id in its headers', async () => {
    const answer = await world.ask('fay', '/api/project/nothing')
    expect([answer.headers['content-type'], answer.body]).toEqual([
      'application/json; charset=utf-8',
      '{"error":"Not found"}',
    ])
    expect(answer.headers['x-request-id']).toMatch(/.{8,}/)
  })

  it('is documented at the address of its type', async () => {
    const { body } = await world.ask(null, '/api/docs')
    for (const code of ['not-found', 'malformed', 'wrong-answers', 'too-many-requests', 'conflict'])
      expect(body).toContain(`id="problem-${code}"`)
  })

  it.each([
    ['limit=0', 'The query value limit must be at least 1'],
    ['limit=201', 'The query value limit must be at most 200'],
    ['limit=a', 'The query value limit must be a number'],
    ['limit=1&limit=2', 'The query value limit can be used only once'],
    [`q=${'x'.repeat(201)}`, 'The query value q must be at most 200 characters'],
    [
      'nonsense=1',
      expect.stringMatching(/^Unknown query value: nonsense is not a parameter of this address/),
    ],
  ])('explains the query %s', async (query, error) => {
    expect((await world.ask('olga', `/api/projects?${query}`)).json()).toEqual({ error })
  })
})

it('a key sees its own limits: 120 requests at once and 10 a second', async () => {
  const made = await world.ask('fay', '/api/keys', {
    method: 'POST',
    payload: { name: 'Feed', scopes: [], days: 30 },
  })
  const { key } = made.json<{ key: string }>()
  const by = () => world.ask(null, '/api/key', { headers: { authorization: `Bearer ${key}` } })
  expect((await by()).headers).toMatchObject({
    'x-ratelimit-limit': '120',
    'x-ratelimit-remaining': '119',
    'x-ratelimit-reset': '1',
    'ratelimit-policy': '"key";q=120;w=12',
  })
  const more = await Promise.all(Array.from({ length: 120 }, by))
  expect(more.find(one => one.statusCode === 429)?.headers).toMatchObject({
    'x-ratelimit-limit': '120',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '12',
    'retry-after': '1',
  })
})

describe('the OpenAPI description', () => {
  const read = async () => (await world.ask(null, '/api/openapi.json')).json<OpenApiDocument>()

  it('names the session cookie', async () => {
    const cookie = (await read()).components.securitySchemes.session
    expect(cookie).toMatchObject({ name: 'session' })
    const secure = await startWorldWith({ PUBLIC_URL: 'https://market.example' })
    try {
      const { components } = (await secure.ask(null, '/api/openapi.json')).json<OpenApiDocument>()
      expect(components.securitySchemes.session).toMatchObject({ name: '__Host-session' })
    } finally {
      await secure.close()
    }
  })

  it('describes every webhook message', async () => {
    const { webhooks } = await read()
    expect(Object.keys(webhooks).toSorted()).toEqual(
      [...WEBHOOK_TYPES.map(({ type }) => type), 'webhook.test'].toSorted(),
    )
    expect(webhooks['project.matched']?.post).toMatchObject({
      summary: 'Project: Matched',
      requestBody: { content: { 'application/json': { schema: { allOf: [{}, {}] } } } },
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'webhook-signature', in: 'header' }),
      ]) as unknown[],
    })
  })

  it('also declares every error as a problem', () => {
    const document = describeApi([listWebhooks], 'http://127.0.0.1:3000')
    const { responses } = document.paths[listWebhooks.path]!.get!
    for (const status of ['400', '401', '403', '429', '500', '503'])
      expect(responses[status]?.content).toHaveProperty([accept])
    expect(responses['200']?.content).not.toHaveProperty([accept])
  })
})
