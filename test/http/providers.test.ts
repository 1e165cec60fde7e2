import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProvider } from '../builders/provider.ts'
import { type Browser, returnFromProvider, goToProvider, providerCookies } from './at-provider.ts'
import { type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'

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

type Approve = Parameters<typeof provider.approve>

const signIn = async (user: Browser, claims: Approve[1], crooked: Approve[2] = {}, id = 'council') =>
  returnFromProvider(user, provider.approve(await goToProvider(user, id), claims, crooked))

const pia = {
  sub: 'pia-1',
  email: 'pia@somerset.example',
  email_verified: true,
  name: 'Pia Plan',
  roles: ['planners'],
}

const userOf = (email: string) =>
  door.store.db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst()

describe('signing in at a provider', () => {
  it('uses code, PKCE, state and nonce at the providers listed on the sign-in page', async () => {
    const { providers } = (await door.browser().get('settings')).json<{ providers: { id: string }[] }>()
    expect(providers).toContainEqual({ id: 'council', name: 'The council' })
    const asked = new URL(await goToProvider(door.browser())).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'market',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: 'http://127.0.0.1:3000/api/auth/provider/council/return',
    })
    for (const word of ['state', 'nonce', 'code_challenge']) expect(asked.get(word)).toMatch(/^[\w-]{43}$/)
  })

  it('creates a new person whom the provider puts into a mapped group, with that group only', async () => {
    const user = door.browser()
    expect(await signIn(user, { ...pia, roles: ['chiefs', 'cooks'] })).toBe('/projects')
    expect((await user.get('user')).json()).toMatchObject({
      username: 'pia@somerset.example',
      displayName: 'Pia Plan',
      groups: ['lpa'],
      organisation: { id: 'somerset' },
    })
    expect((await user.send('GET', '/api/projects')).statusCode).toBe(200)
    const again = door.browser()
    // The subject identifies the person, not the address.
    expect(await signIn(again, { ...pia, email: 'other@somerset.example' })).toBe('/projects')
    expect((await again.get('user')).json()).toMatchObject({ email: 'pia@somerset.example' })
  })

  it('is refused after leaving the group, which also signs out at once', async () => {
    const user = door.browser()
    await signIn(user, pia)
    expect(await signIn(door.browser(), { ...pia, roles: [] })).toBe('/login?provider=council&problem=closed')
    expect((await user.get('user')).statusCode).toBe(403)
    expect(await userOf(pia.email)).toMatchObject({ groups: [], active: true })
    expect(await signIn(user, pia)).toBe('/projects')
  })

  it('is refused for people deactivated here, or moved to another organisation', async () => {
    const set = (patch: object) =>
      door.store.db.updateTable('user').set(patch).where('email', '=', pia.email).execute()
    await set({ active: false })
    expect(await signIn(door.browser(), pia)).toBe('/login?provider=council&problem=closed')
    await set({ active: true, organisationId: 'dorset' })
    expect(await signIn(door.browser(), pia)).toBe('/login?provider=council&problem=closed')
    await set({ organisationId: 'somerset' })
  })

  it('continues to work for new and existing people of a merged organisation', async () => {
    const { db } = door.store
    const merge = (from: string, into: string | null) =>
      db.updateTable('organisation').set({ mergedIntoId: into }).where('id', '=', from).execute()
    const move = (from: string, into: string) =>
      db.updateTable('user').set({ organisationId: into }).where('organisationId', '=', from).execute()
    await merge('somerset', 'dorset')
    await move('somerset', 'dorset')
    const user = door.browser()
    expect(await signIn(user, pia)).toBe('/projects')
    expect((await user.get('providers')).json()).toContainEqual({
      ...{ id: 'council', name: 'The council', isLinked: true },
    })
    const noa = { ...pia, sub: 'noa', email: 'noa@somerset.example' }
    expect(await signIn(door.browser(), noa)).toBe('/projects')
    expect(await userOf(noa.email)).toMatchObject({ organisationId: 'dorset', groups: ['lpa'] })
    await merge('somerset', null)
    await move('dorset', 'somerset')
  })

  it.each([
    ['without a mapped group', { roles: ['cooks'] }],
    ['with an address of another domain', { email: 'ned@evil.example' }],
    ['with an address that is not verified', { email_verified: false }],
    ['with an address of unknown status', { email_verified: undefined }],
    ['without an address', { email: undefined }],
  ])('creates no new person %s', async (_, more) => {
    const claims = { ...pia, sub: 'ned', email: 'ned@somerset.example', ...more }
    expect(await signIn(door.browser(), claims)).toBe('/login?provider=council&problem=no-account')
    expect(await userOf('ned@somerset.example')).toBeUndefined()
  })

  it.each([
    ['another nonce', { nonce: 'another' }],
    ['another audience', { audience: 'another' }],
    ['another issuer', { issuer: 'https://evil.example' }],
    ['another key', { isForged: true }],
    ['an old time', { secondsOld: 3600 }],
  ])('is refused with a token of %s', async (_, crooked) => {
    const user = door.browser()
    expect(await signIn(user, pia, crooked)).toBe('/login?provider=council&problem=refused')
    expect((await user.get('user')).statusCode).toBe(403)
  })

  it('accepts a return once, within ten minutes, in the same browser and from the same provider', async () => {
    const refused = '/login?provider=council&problem=refused'
    const user = door.browser()
    const back = provider.approve(await goToProvider(user), pia)
    expect(await returnFromProvider(door.browser(), back)).toBe(refused)
    expect(await returnFromProvider(user, back)).toBe('/projects')
    expect(await returnFromProvider(user, back)).toBe(refused)
    const elsewhere = provider.approve(await goToProvider(user), pia).replace('/council/', '/operator/')
    expect(await returnFromProvider(user, elsewhere)).toBe('/login?provider=operator&problem=refused')
    const late = provider.approve(await goToProvider(user), pia)
    door.forward(11)
    expect(await returnFromProvider(user, late)).toBe(refused)
    const denied = new URL(provider.approve(await goToProvider(user), pia))
    denied.searchParams.delete('code')
    denied.searchParams.set('error', 'access_denied')
    expect(await returnFromProvider(user, denied.href)).toBe(refused)
  })

  it('returns only to this site, and says when the provider cannot be reached', async () => {
    const user = door.browser()
    for (const redirect of [
      'https://evil.example/x',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ])
      expect(
        await returnFromProvider(user, provider.approve(await goToProvider(user, 'council', redirect), pia)),
      ).toBe('/')
    expect(await goToProvider(user, 'nobody')).toBe('/login?provider=nobody&problem=unreachable')
    expect((await user.get('provider/unknown')).statusCode).toBe(404)
  })
})

describe('an existing account', () => {
  const sue = { sub: 'sue-1', email: 'sue@x.example', email_verified: true, roles: [] }

  it('is not opened by its address alone: its owner links it with the password first', async () => {
    await door.store.db
      .updateTable('user')
      .set({ email: 'sue@somerset.example' })
      .where('id', '=', 'sue')
      .execute()
    const claims = { ...sue, email: 'SUE@somerset.example', roles: ['planners'] }
    expect(await signIn(door.browser(), claims)).toBe('/login?provider=council&problem=known-address')
    await door.givePassword('sue')
    const user = door.browser()
    await user.signIn('sue')
    expect((await user.post('provider/council/link', { password: 'wrong' })).statusCode).toBe(422)
    const link = async (who: Browser) => {
      const answer = await who.post('provider/council/link', { password: STRONG_PASSWORD })
      providerCookies.set(who, `traveller=${answer.cookies.find(({ name }) => name === 'traveller')?.value}`)
      return answer.json<{ address: string }>().address
    }
    // Another person cannot finish what one person began.
    const thief = provider.approve(await link(user), { ...claims, sub: 'thief' })
    const stranger = door.browser()
    providerCookies.set(stranger, providerCookies.get(user) ?? '')
    expect(await returnFromProvider(stranger, thief)).toBe('/profile?provider=council&problem=refused')
    expect(await returnFromProvider(user, provider.approve(await link(user), claims))).toBe('/profile')
    expect((await user.get('providers')).json()).toEqual([
      { id: 'council', name: 'The council', isLinked: true },
    ])
    expect((await door.letters('sue@somerset.example')).map(({ letter }) => letter)).toContain(
      'provider-linked',
    )
    // It keeps the groups that it was given here, whatever the provider says.
    const again = door.browser()
    expect(await signIn(again, sue)).toBe('/projects')
    expect((await again.get('user')).json()).toMatchObject({ id: 'sue', groups: ['lpa'] })
    // No one else can link the same identity.
    await door.givePassword('dan')
    await door.store.db
      .updateTable('user')
      .set({ organisationId: 'somerset' })
      .where('id', '=', 'dan')
      .execute()
    const dan = door.browser()
    await dan.signIn('dan')
    expect(await returnFromProvider(dan, provider.approve(await link(dan), claims))).toBe(
      '/profile?provider=council&problem=refused',
    )
    expect((await user.send('DELETE', '/api/auth/provider/council')).statusCode).toBe(204)
    expect(await signIn(door.browser(), claims)).toBe('/login?provider=council&problem=known-address')
  })

  it('is created by an invitation, once', async () => {
    const fay = { sub: 'ivy', email: 'ivy@somerset.example', email_verified: true, name: '***' }
    await door.store.db
      .insertInto('invitation')
      .values({
        id: 'invited',
        organisationId: 'somerset',
        email: 'Ivy@somerset.example',
        invitedBy: 'sue',
        invitedAt: door.clock.now,
        completedAt: null,
      })
      .execute()
    const user = door.browser()
    expect(await signIn(user, fay)).toBe('/projects')
    expect((await user.get('user')).json()).toMatchObject({
      groups: ['lpa'],
      displayName: 'ivy@somerset.example',
    })
    const { completedAt } = await door.store.db
      .selectFrom('invitation')
      .select('completedAt')
      .where('id', '=', 'invited')
      .executeTakeFirstOrThrow()
    expect(completedAt).toBe(door.clock.now)
  })
})

describe('the second factor', () => {
  const meg = { sub: 'meg', email: 'meg@x.example', email_verified: true, roles: ['market'] }

  it('is required from staff here, unless the provider reports one and is trusted', async () => {
    const user = door.browser()
    expect(await signIn(user, { ...meg, amr: ['pwd'] }, {}, 'operator')).toBe('/projects')
    expect((await user.get('user')).json()).toMatchObject({ groups: ['admin'], secondFactor: 'needed' })
    expect((await user.send('GET', '/api/projects')).statusCode).toBe(403)
    expect(await signIn(user, { ...meg, amr: ['pwd', 'mfa'] }, {}, 'operator')).toBe('/projects')
    expect((await user.get('user')).json()).toMatchObject({ secondFactor: 'off' })
    expect((await user.send('GET', '/api/projects')).statusCode).toBe(200)
    expect(await signIn(user, { ...meg, roles: ['root'], amr: 'mfa' }, {}, 'operator')).toBe('/projects')
    expect((await user.get('user')).json()).toMatchObject({ groups: ['admin', 'sysadmin'] })
  })

  it('is required from people who have one here if the provider is not trusted', async () => {
    await door.store.db
      .updateTable('user')
      .set({ secondFactor: true })
      .where('email', '=', pia.email)
      .execute()
    const user = door.browser()
    const leads = await signIn(user, { ...pia, amr: ['mfa'] })
    expect(leads).toBe('/login?challenge=SOFTWARE_TOKEN_MFA&redirect=%2Fprojects')
    expect((await user.send('GET', '/api/projects')).statusCode).toBe(401)
    expect((await user.get('factors')).statusCode).toBe(200)
  })
})
