import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeAllEndpoints } from '#contract/openapi/all-endpoints'
import { EXAMPLES } from '#contract/openapi/examples'
import type { OperationExample } from '#contract/openapi/openapi'
import { projectRoot } from '#server/process/places'
import { writeGenerated } from './generated.ts'

// Writes the examples of the published description from the answers that these tests get. The fullest one counts, the last
// of several alike, and an operation that none of them calls keeps its example.

const RUNS = [
  'test/http/invoices.test.ts',
  'test/http/payments.test.ts',
  'test/http/payment-runs.test.ts',
  'test/http/money.test.ts',
  'test/http/statements.test.ts',
  'test/http/money-overview.test.ts',
  'test/http/vat-return.test.ts',
  'test/http/amounts-due.test.ts',
  'test/http/late-payments.test.ts',
  'test/http/late-interest.test.ts',
  'test/http/held-payments.test.ts',
  'test/http/round-questions.test.ts',
  'test/http/cases.test.ts',
  'test/http/two-people.test.ts',
  'test/http/clock.test.ts',
  'test/http/upkeep.test.ts',
  'test/http/inbox.test.ts',
  'test/http/receipts.test.ts',
  'test/http/passkeys.test.ts',
  'test/http/providers.test.ts',
  'test/http/published-instance.test.ts',
  'test/http/openapi.test.ts',
  'test/client/every-operation.test.ts',
  'test/client/robot.test.ts',
]

/** These answers are descriptions themselves. */
const LEFT_OUT = ['readOpenApi', 'readMatchProblemSchema', 'readMatchSolutionSchema']

/** Replacements for secret or random values, by property name. */
const MASKS: Readonly<Record<string, unknown>> = {
  password: 'wet meadows hold back floods',
  confirmPassword: 'wet meadows hold back floods',
  currentPassword: 'seven herons stand in the reeds',
  code: '123456',
  token: '0123456789abcdef.a-long-signature',
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Credit%20market:olive%40operator.example?secret=JBSWY3DPEHPK3PXP',
  qrCode: 'data:image/png;base64,iVBORw0KGgo=',
  recoveryCodes: ['10fe0-aba5c-ab925-177e8'],
  hash: '0123456789abcdef'.repeat(4),
  fingerprint: '0123456789abcdef'.repeat(4),
  salt: 'fedcba9876543210'.repeat(4),
  said: `{"commitment":"${'0123456789abcdef'.repeat(4)}","form":1,"number":12}`,
  hashes: ['EVN8RpYUJnHkIT2rkPm4THPhrVVJfuMpdqBbNzdojrU='],
  checkpoint:
    'market.example/log\n12\neW5WmX9V9UCE9TKmIe6nCpYi7o8S6totbtdEBP0LyLY=\n\n— market.example/log 7NiiMNB/3GVsmX/kw4YUhoEdIHUt3/xFXIkB2UFYwB3mRF7c16a/QrJsdX6WRQBHoJ+Yl92oCKVo2hk0RGijKvgfWg4=\n',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  attestationObject: 'o2NmbXRkbm9uZQ',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
  signature: 'MEUCIQCvZmBmZmZmZmZm',
}
/** Secrets that came by chance, by how they are written, each with one that is none. */
const SECRETS: readonly (readonly [shape: RegExp, shown: string])[] = [
  [/^cmk_[0-9a-f]{72}$/, `cmk_${'0123456789abcdef'.repeat(4)}4fc8dc1b`],
  [/^cmk_[0-9a-f]{8}$/, 'cmk_01234567'],
  [/^whsec_/, 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
]
/** Address of a test's identity provider. */
const AT_PROVIDER = /^http:\/\/127\.0\.0\.1:\d+\/authorise/
/** 32 bytes by chance in base64url, as a challenge or the id of a passkey. */
const CHANCE_BYTES = /^[\w-]{43}$/
/** An id that came by chance: of letters and digits, and not counted by the test. */
const CHANCE_ID = /^(?!0000)(?=.*\d)(?=.*[a-z])[0-9a-hjkmnp-tv-z]{16}$/
/** An id that the test has counted. */
const COUNTED_ID = /\b0000\d{12}\b/g
/** A moment by the clock on the wall: those of the tests are full seconds. */
const REAL_TIME = /\.(?!000)\d{3}Z$/

/** Longitude and latitude are one thing. */
const isPoint = (value: readonly unknown[]): boolean =>
  value.length === 2 && value.every(one => typeof one === 'number')

/** The same on every run, and short: of every list that is answered one thing. */
const tidy = (value: unknown, most: number, name = ''): unknown => {
  const secret = SECRETS.find(([shape]) => typeof value === 'string' && shape.test(value))
  if (secret) return secret[1]
  const mask = MASKS[name]
  if (mask !== undefined && typeof value === typeof mask) return mask
  if (Array.isArray(value) && isPoint(value)) return value
  if (Array.isArray(value)) return value.slice(0, most).map(one => tidy(one, most))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, tidy(part, most, key)]))
  if (typeof value !== 'string') return value
  if (CHANCE_ID.test(value)) return '0123456789abcdef'
  if (AT_PROVIDER.test(value)) return 'https://login.council.example/authorise?client_id=market'
  if (CHANCE_BYTES.test(value)) return 'c2l4dGVlbi1ieXRlcy10d2ljZS1vdmVyLWFuZC1vdmVy'
  return REAL_TIME.test(value) ? '2026-06-15T18:00:00.000Z' : value
}

/** Counts the ids of one example by themselves, so that what else a test makes changes none of them. */
const recounted = (example: OperationExample): OperationExample => {
  const ids = new Map<string, string>()
  const text = JSON.stringify(example).replaceAll(COUNTED_ID, id => {
    const known = ids.get(id) ?? String(ids.size + 1).padStart(id.length, '0')
    ids.set(id, known)
    return known
  })
  return JSON.parse(text)
}

const folder = mkdtempSync(join(tmpdir(), 'credit-market-examples-'))
const file = join(folder, 'examples.json')
for (const test of RUNS) {
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'database', test], {
    cwd: projectRoot,
    env: { ...process.env, KEEP_EXAMPLES: file },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${test} fails`)
}
const kept: Record<string, OperationExample> = JSON.parse(readFileSync(file, 'utf8'))
rmSync(folder, { recursive: true })

const latest = new Map(Object.entries({ ...EXAMPLES, ...kept }))
const described = JSON.stringify(describeAllEndpoints().paths)
const examples = [...latest.keys()]
  .filter(id => !LEFT_OUT.includes(id) && described.includes(`"operationId":"${id}"`))
  .toSorted()
  .map(id => {
    const { request, answer } = latest.get(id) ?? {}
    return [id, recounted({ request: tidy(request, Infinity), answer: tidy(answer, 1) })] as const
  })
  .filter(([, { request, answer }]) => request !== undefined || answer !== undefined)
writeGenerated(
  { 'src/contract/openapi/examples.json': `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n` },
  'npm run examples',
)
