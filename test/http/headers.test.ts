import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InjectOptions } from 'fastify'
import { type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi({ PUBLIC_URL: 'https://market.example.org' })
})
afterAll(() => door.close())

const directivesOf = (policy: string): Record<string, string[]> =>
  Object.fromEntries(
    policy.split(';').map(part => {
      const [name = '', ...values] = part.trim().split(/\s+/)
      return [name, values]
    }),
  )

interface Seen {
  headers: Record<string, string | string[] | number | undefined>
  cookie: string
}

/** The published rules of the MDN Observatory about headers: 100 points to begin with, plus or minus some for each. */
const scoreOf = ({ headers, cookie }: Seen): number => {
  const header = (name: string) => String(headers[name] ?? '')
  const policy = directivesOf(header('content-security-policy'))
  const sources = (name: string) => policy[name] ?? policy['default-src'] ?? []
  const isUnsafe = (name: string) => sources(name).some(one => /unsafe|^https?:$|^\*$/.test(one))
  const isPolicySafe = !isUnsafe('script-src') && !isUnsafe('style-src') && !isUnsafe('object-src')
  const isPolicyStrict =
    isPolicySafe &&
    policy['default-src']?.join() === "'none'" &&
    ["'none'", "'self'"].includes(policy['form-action']?.join() ?? '')
  const rules = [
    isPolicyStrict ? 10 : isPolicySafe && header('content-security-policy') ? 5 : -25,
    /; Secure/i.test(cookie) && /; HttpOnly/i.test(cookie)
      ? /SameSite=(Lax|Strict)/i.test(cookie)
        ? 5
        : 0
      : -40,
    headers['access-control-allow-credentials'] ? -50 : 0,
    /^(same-origin|same-site)$/.test(header('cross-origin-resource-policy')) ? 10 : 0,
    /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
      header('referrer-policy'),
    )
      ? 5
      : 0,
    Number(/max-age=(\d+)/.exec(header('strict-transport-security'))?.[1] ?? 0) >= 15_768_000 ? 0 : -20,
    header('x-content-type-options') === 'nosniff' ? 0 : -5,
    policy['frame-ancestors']?.join() === "'none'" ? 5 : header('x-frame-options') ? 0 : -20,
  ]
  return rules.reduce((sum, one) => sum + one, 100)
}

const signedIn = () =>
  door.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'fay', password: STRONG_PASSWORD },
  })

describe('the headers of a market on https', () => {
  it('score at least 115 by the rules of the Observatory', async () => {
    const answer = await signedIn()
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-session=/)
    for (const url of ['/', '/login', '/api/projects', '/api/auth/settings']) {
      const { headers } = await door.app.inject({ url })
      const score = scoreOf({ headers, cookie })
      expect([url, score]).toEqual([url, Math.max(115, score)])
    }
    expect(scoreOf({ headers: {}, cookie })).toBeLessThan(90)
  })

  it('require https for two years, including subdomains', async () => {
    const { headers } = await door.app.inject({ url: '/api/auth/settings' })
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  })

  it('prevent caching of private data', async () => {
    for (const path of ['user', 'settings', 'env.js', 'sessions']) {
      const { headers } = await door.app.inject({ url: `/api/auth/${path}` })
      expect([path, headers['cache-control']]).toEqual([path, 'no-store'])
    }
  })

  it('contain no secret in the published settings', async () => {
    const { body } = await door.app.inject({ url: '/api/auth/env.js' })
    const env = JSON.parse(body.replace(/^window\.env = /, '')) as Record<string, unknown>
    expect(Object.keys(env).toSorted()).toEqual(['admittedAtOnce', 'demo', 'passwordPolicy', 'signUpEnabled'])
  })
})

describe('forms on other sites', () => {
  const writes = () =>
    door.app
      .printRoutes({ commonPrefix: false, includeHooks: false })
      .split('\n')
      .filter(line => /\((POST|DELETE|.*, POST)/.test(line)).length
  const elsewhere: InjectOptions['headers'][] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.market.example.org' },
  ]
  const PATHS = [
    ...['login', 'logout', 'checkTOTP', 'new-password', 'reset-password', 'update-password', 'sign-up'],
    ...['confirm-sign-up', 'resend-confirmation', 'invitation', 'complete-invitation', 'profile', 'step-up'],
    ...['change-password', 'enableTOTP', 'verifyTOTP', 'disableTOTP', 'recovery-codes', 'end-other-sessions'],
  ]

  it('cannot change an account, whatever they send', async () => {
    expect(writes()).toBeGreaterThan(PATHS.length)
    const cookie = String((await signedIn()).headers['set-cookie']).split(';')[0]
    for (const path of PATHS)
      for (const headers of elsewhere) {
        const answer = await door.app.inject({
          method: 'POST',
          url: `/api/auth/${path}`,
          headers: { ...headers, cookie },
          payload: {},
        })
        expect([path, headers, answer.statusCode, answer.json()]).toEqual([
          path,
          headers,
          403,
          { error: 'Requests from another site are refused' },
        ])
      }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect(
        (
          await door.app.inject({
            method: 'POST',
            url: '/api/auth/end-other-sessions',
            headers: { cookie, 'content-type': type },
            payload: '{}',
          })
        ).statusCode,
      ).toBe(415)
  })
})
