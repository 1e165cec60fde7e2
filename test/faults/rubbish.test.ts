import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allActions } from '#actions/index'
import { pathOf } from '#contract/nouns/nouns'
import { world, type World } from '../builders/world.ts'

/** The number of random requests in the everyday run; SOAK_REQUESTS sets it for a long run. */
const REQUESTS = Number(process.env.SOAK_REQUESTS) || 2000
const SEED = 20_260_615
const AT_ONCE = 8

interface Operation {
  method: string
  path: string
}

let market: World
let cookies: string[]
let operations: Operation[]
beforeAll(async () => {
  market = await world({ works: false })
  cookies = await Promise.all(['operator', 'zephyrstone.su15', 'cass', 'lpa.somerset'].map(market.cookieOf))
  const { paths } = await market
    .as('operator')
    .get<{ paths: Record<string, Record<string, unknown>> }>('/api/openapi.json')
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({ method: method.toUpperCase(), path })),
  )
  // Changes can do most harm, so they are tested as often as all reads.
  const writing = all.filter(({ method }) => method !== 'GET')
  const times = Math.ceil(all.length / writing.length)
  operations = [...all, ...Array.from({ length: times }, () => writing).flat()]
})
afterAll(() => market.close())

/** Existing items, by the first word of their paths. */
const IDS: Record<string, string[]> = {
  project: ['P201', 'P122', 'P101', 'P214'],
  requirement: ['R201', 'R128', 'R101'],
  round: ['RD-SOL-1', 'RD-SOM-1', 'RD-SOL-2', 'RD-SOM-0'],
  market: ['MK-SOL'],
  organisation: ['SU15', 'BU11', 'AG01'],
  participation: ['RD-SOL-1-SU15-Supplier', 'RD-SOM-1-BU12-Buyer'],
  'agent-authority': ['RD-SOL-1-SU15-AG02', 'RD-SOM-1-BU08-AG03'],
  'project-group': ['PG01'],
  'requirement-group': ['RG01'],
  user: ['operator'],
  'activity-item': ['1'],
}
const ALL_IDS = Object.values(IDS).flat()
const ACTIONS: Record<string, string[]> = {}
for (const { on, name } of allActions) (ACTIONS[pathOf(on)] ??= []).push(name)
const NASTY = [
  '',
  '\0',
  '%00',
  '%ff%fe',
  '%',
  '../../../etc/passwd',
  "'; drop table project; --",
  '\ud800',
  '💥'.repeat(50),
  '__proto__',
  'constructor',
  '9'.repeat(400),
  '-0',
  'NaN',
  '1e400',
  '9007199254740993',
  '0000-00-00',
  '+275760-09-13',
  'true',
  'null',
  '[]',
  '{"a":1}',
  'x'.repeat(3000),
  '\u202e\u2028',
]
const NAMES = [
  'limit',
  'cursor',
  'sort',
  'q',
  'format',
  'wizard',
  'round',
  'status',
  'type',
  'subjectType',
  'subjectId',
  'ownerType',
  'ownerId',
]
const FIELDS = [
  ...new Set([...allActions.flatMap(({ fields }) => Object.keys(fields)), '__proto__', 'constructor']),
]

const nasty = fc.constantFrom(...NASTY)
const word = fc.oneof(fc.constantFrom(...ALL_IDS), nasty, fc.string({ unit: 'binary', maxLength: 20 }))
const number = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(1e308, -1e308, 2 ** 63, 1e21, 0.1, -0, 5e-324),
)
const value = fc.letrec(tie => ({
  any: fc.oneof({ maxDepth: 4 }, word, number, fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  object: fc.dictionary(
    fc.oneof(fc.constantFrom(...FIELDS, 'id', 'answer', 'text', 'json'), nasty),
    tie('any'),
    { maxKeys: 5 },
  ),
})).any
/** Answers that fit some questions, so that some wrong requests get far. */
const fitting = fc.constantFrom<unknown>(
  ...['NutrientMitigationNitrogen', 'Biodiversity', 'Permanent', 'XOR', 'Buyer', 'Pass', 'Fail', 'supply'],
  ...['Grassland', 'Medium', 'Moderate', 'ongoing', '2027-01-01', '2030-03-31', 'A name', true, 5, 1.25, 0],
  ...[{ length: [{ toString: 1, valueOf: 1 }] }, { length: { valueOf: null } }],
  ...[['Supplier'], ['Permanent'], ['NutrientMitigationNitrogen'], ['P202'], [], null],
  ...[
    { text: 'Words', json: '{"root":{"children":[{"type":"text","text":"\\ud800"}]}}' },
    { id: 'x', name: 'a.pdf' },
    [{ id: 'RD-SOL-1-OfferBinding', answer: true }],
  ],
)
const values = fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(value, fitting), { maxKeys: 12 })
const submission = fc.record({ values, version: fc.oneof(fc.nat(20), value) }, { requiredKeys: ['values'] })

const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
const body = fc.oneof(
  { weight: 6, arbitrary: submission.map(one => JSON.stringify(one)) },
  { weight: 2, arbitrary: value.map(one => JSON.stringify(one) ?? '') },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc.tuple(submission, fc.nat(60)).map(([one, cut]) => JSON.stringify(one).slice(0, cut)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map(bytes => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      deep(10_000, '[', ']'),
      `{"values":${deep(5000, '{"a":', '}').replace('}', '1}')}`,
      `{"values":{"name":"\\u0000"}}`,
      `{"values":{"name":"\\ud800"},"version":1}`,
      `{"values":{"offer":1e999}}`,
      `{"values":{"name":"${'x'.repeat(100_000)}"}}`,
      '--x\r\nContent-Disposition: form-data; name="submission"\r\n\r\n{"values":{}}\r\n--x--\r\n',
      '--x\r\nContent-Disposition: form-data; name="landholderInfo"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--x--\r\n',
      '--x\r\nContent-Disposition: form-data',
    ),
  },
)
const oddHeaders = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json',
      'application/json; charset=utf-7',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'text/plain',
      '',
      'application/json, text/html',
    ),
    'idempotency-key': fc.constantFrom('', 'a', 'x'.repeat(2000), '\u00ff'),
    accept: fc.constantFrom('*/*', 'text/html', 'x'.repeat(500)),
    'accept-encoding': fc.constantFrom('br', 'gzip, *;q=0', 'nonsense'),
    'if-none-match': fc.constantFrom('*', '"x"'),
    range: fc.constantFrom('bytes=0-', 'bytes=9-1'),
    'x-forwarded-for': fc.constantFrom('127.0.0.1', 'nonsense', '::1, x'),
    origin: fc.constantFrom('null', 'http://', 'https://elsewhere.example'),
  },
  { requiredKeys: [] },
)

const plainHeaders = fc.constant({ 'content-type': 'application/json' })
const headers = fc.oneof({ weight: 3, arbitrary: plainHeaders }, { weight: 1, arbitrary: oddHeaders })

const rubbish = fc.record({
  parts: fc.array(word, { minLength: 3, maxLength: 3 }),
  isPlausible: fc.boolean(),
  pick: fc.nat(),
  query: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), nasty), word), { maxLength: 4 }),
  rawQuery: fc.boolean(),
  body,
  headers,
  who: fc.nat(4),
})
type Rubbish = typeof rubbish extends fc.Arbitrary<infer T> ? T : never

const safely = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

const oneOf = (among: readonly string[], pick: number): string => among[pick % among.length] ?? ''

const urlOf = ({ path }: Operation, { parts, isPlausible, pick, query, rawQuery }: Rubbish): string => {
  const kind = path.split('/')[2] ?? ''
  let nth = 0
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const part = parts[nth++ % parts.length] ?? ''
    if (!isPlausible) return safely(part)
    return oneOf(name === 'action' ? (ACTIONS[kind] ?? ['']) : (IDS[kind] ?? ALL_IDS), pick)
  })
  const encode = (text: string) => (rawQuery ? text.replaceAll(/[^\x21-\x7e]|#/g, '') : safely(text))
  const asked = query.map(([name, given]) => `${encode(name)}=${encode(given)}`).join('&')
  return asked ? `${filled}?${asked}` : filled
}

/** Sends a request unchanged, with headers and paths that no browser would send; 0 when the server closed the connection. */
const send = (method: string, path: string, given: Rubbish): Promise<number> =>
  new Promise(resolve => {
    const { port } = new URL(market.url)
    const cookie = cookies[given.who]
    const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method)
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: { ...given.headers, ...(cookie && { cookie }) },
      },
      answer => {
        answer.resume()
        // A stream of events does not end by itself.
        if (answer.headers['content-type'] === 'text/event-stream') answer.destroy()
        answer.on('close', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', () => resolve(0))
    sent.end(hasBody ? given.body : undefined)
  })

it(
  'no route fails with a server error on random input',
  async () => {
    const faults: string[] = []
    const seen = new Map<number, number>()
    const samples = fc.sample(rubbish, { numRuns: REQUESTS, seed: SEED })
    const throwOne = async (given: Rubbish, nth: number): Promise<void> => {
      const operation = operations[nth % operations.length]!
      const url = urlOf(operation, given)
      const status = await send(operation.method, url, given)
      seen.set(status, (seen.get(status) ?? 0) + 1)
      if (status >= 500) faults.push(`${operation.method} ${url} ${JSON.stringify(given)} answered ${status}`)
    }
    for (let from = 0; from < samples.length; from += AT_ONCE)
      await Promise.all(samples.slice(from, from + AT_ONCE).map((given, nth) => throwOne(given, from + nth)))
    expect(faults).toEqual([])
    // Requests that are all refused early would prove nothing.
    expect(new Set(operations.map(({ path }) => path)).size).toBeGreaterThan(60)
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 415, 422]))
    expect(seen.get(0) ?? 0).toBeLessThan(REQUESTS / 20)
    expect((await market.stranger.send('/readyz')).status).toBe(200)
  },
  60_000 + 10 * REQUESTS,
)
