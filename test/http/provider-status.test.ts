import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { AnswerOf } from '#contract/kit/endpoint'
import type { listSignInProviders } from '#contract/system/sign-in-providers'
import { buildApp } from '#server/app'
import { startProvider } from '../builders/provider.ts'
import { type Browser, returnFromProvider, goToProvider } from './at-provider.ts'
import { type SignInApi, startSignInApi } from './browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'credit-market-providers-'))

let provider: Awaited<ReturnType<typeof startProvider>>
let door: SignInApi
beforeAll(async () => {
  provider = await startProvider()
  const of = (id: string, more: object) => ({
    id,
    name: `The ${id}`,
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.secret,
    organisation: 'somerset',
    emailDomains: ['somerset.example'],
    groups: { claim: 'roles', map: { planners: ['lpa'], chiefs: ['lpa', 'sysadmin', 'admin'] } },
    ...more,
  })
  const file = join(folder, 'providers.json')
  writeFileSync(
    file,
    JSON.stringify([
      of('council', {}),
      of('operator', {
        organisation: 'operator',
        emailDomains: ['x.example'],
        groups: { claim: 'roles', map: { market: ['admin'], root: ['admin', 'sysadmin'] } },
        secondFactor: { amr: ['mfa'], acr: [] },
      }),
      of('nobody', { issuer: 'http://127.0.0.1:9', organisation: 'dorset' }),
    ]),
  )
  door = await startSignInApi({ SIGN_IN_PROVIDERS: file, REQUIRE_STEP_UP: 'on' })
})
afterAll(async () => {
  await door.close()
  await provider.stop()
  rmSync(folder, { recursive: true, force: true })
})

const RETURN = 'http://127.0.0.1:3000/api/auth/provider/council/return'

type SignInProviders = AnswerOf<typeof listSignInProviders>
type Approve = Parameters<typeof provider.approve>

const signIn = async (user: Browser, claims: Approve[1], id: string) =>
  returnFromProvider(user, provider.approve(await goToProvider(user, id), claims, {}))

it('shows administrators each provider with its last outcomes and no secret, and tests whether it answers', async () => {
  const root = { sub: 'meg', email: 'meg@x.example', email_verified: true, roles: ['root'], amr: 'mfa' }
  const user = door.browser()
  expect(await signIn(user, root, 'operator')).toBe('/projects')
  await door.browser().get('provider/nobody')
  const listed = await user.send('GET', '/api/sysadmin/sign-in-providers')
  expect(listed.body).not.toContain(provider.secret)
  expect(listed.json()).toMatchObject({
    items: [
      {
        ...{ id: 'council', name: 'The council', issuer: provider.issuer },
        redirectAddress: 'http://127.0.0.1:3000/api/auth/provider/council/return',
        organisation: { id: 'somerset', name: 'The somerset' },
      },
      { id: 'operator', lastSuccess: door.clock.now },
      {
        ...{ id: 'nobody', lastSuccess: null },
        lastFailure: {
          ...{ at: door.clock.now, problem: 'unreachable' },
          reason: 'This server could not read the description of the provider.',
          remedy: expect.stringContaining('Test now') as string,
        },
      },
    ],
  })
  const test = async (id: string) =>
    (await user.send('POST', `/api/sysadmin/sign-in-providers/${id}/test`)).json<object>()
  expect(await test('council')).toEqual({ isReachable: true, message: 'it describes itself' })
  expect(await test('nobody')).toEqual({
    isReachable: false,
    message: expect.stringContaining('does not describe itself') as string,
  })
  const other = door.browser()
  await signIn(
    other,
    { sub: 'pia', email: 'pia@somerset.example', email_verified: true, roles: ['planners'] },
    'council',
  )
  expect((await other.send('GET', '/api/sysadmin/sign-in-providers')).statusCode).toBe(403)
})

it('records the outcome of a sign-in that the market began, and not of a return that anyone may make up', async () => {
  const root = { sub: 'meg', email: 'meg@x.example', email_verified: true, roles: ['root'], amr: 'mfa' }
  const user = door.browser()
  await signIn(user, root, 'operator')
  const lastFailures = async () => {
    const { items } = (await user.send('GET', '/api/sysadmin/sign-in-providers')).json<SignInProviders>()
    return items.map(({ id, lastFailure }) => [id, lastFailure?.problem])
  }
  const before = await lastFailures()
  expect(before).toContainEqual(['council', undefined])
  const stranger = door.browser()
  for (const search of ['', '?error=access_denied', '?code=abc&state=made-up'])
    expect(await returnFromProvider(stranger, `${RETURN}${search}`)).toBe(
      '/login?provider=council&problem=refused',
    )
  expect(await lastFailures()).toEqual(before)

  const { searchParams } = new URL(await goToProvider(stranger, 'council'))
  const state = searchParams.get('state') ?? ''
  await returnFromProvider(stranger, `${RETURN}?error=access_denied&state=${encodeURIComponent(state)}`)
  expect(await lastFailures()).toContainEqual(['council', 'refused'])
  // Whichever server handled the sign-in.
  const other = await buildApp({ ...door, log: pino({ level: 'silent' }) })
  onTestFinished(() => other.close())
  const elsewhere = await other.inject({
    url: '/api/sysadmin/sign-in-providers',
    headers: { cookie: user.jar.cookie ?? '' },
  })
  expect(elsewhere.json<SignInProviders>().items[0]).toMatchObject({
    ...{ id: 'council', lastFailure: { problem: 'refused' } },
  })
})
