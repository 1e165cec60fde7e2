import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PasskeyCreationOptions, PasskeyItem, PasskeyRequestOptions } from '#contract/people/passkeys'
import { createAuthenticator, type Authenticator, type PasskeyErrors } from '../builders/authenticator.ts'
import { type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'

const ORIGIN = 'http://localhost:3000'

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi({ PUBLIC_URL: ORIGIN, REQUIRE_STEP_UP: 'on' })
})
afterAll(() => door.close())

type Browser = ReturnType<SignInApi['browser']>

const begin = async (user: Browser) =>
  (await user.post('passkey/begin', { password: STRONG_PASSWORD })).json<PasskeyCreationOptions>()

const add = async (user: Browser, crooked: PasskeyErrors = {}, name = 'Phone') => {
  const passkey = createAuthenticator(ORIGIN)
  const credential = passkey.create(await begin(user), crooked)
  return { passkey, credential, answer: await user.post('passkey', { name, credential }) }
}

const withPasskey = async (username: string) => {
  await door.givePassword(username)
  const user = door.browser()
  await user.signIn(username)
  const { passkey, answer } = await add(user)
  expect(answer.statusCode).toBe(200)
  return { user, passkey, recoveryCodes: answer.json<{ recoveryCodes: string[] }>().recoveryCodes }
}

const ask = async (user: Browser, purpose: string) =>
  (await user.post('passkey/options', { purpose })).json<PasskeyRequestOptions>()

const passwordless = async (user: Browser, passkey: Authenticator, crooked: PasskeyErrors = {}) =>
  user.post('passkey/sign-in', passkey.get(await ask(user, 'sign-in'), crooked))

const REFUSED = [401, { error: 'The passkey was not accepted' }]

describe('adding a passkey', () => {
  it('needs the password, is a second factor at once, and comes with recovery codes and an email', async () => {
    const user = door.browser()
    await user.signIn('fay')
    const wrong = await user.post('passkey/begin', { password: 'not this one' })
    expect([wrong.statusCode, wrong.json()]).toEqual([
      422,
      [{ field: 'password', message: 'The password is wrong' }],
    ])
    const other = door.browser()
    await other.signIn('fay')
    const before = user.jar.cookie
    const { answer } = await add(user, {}, 'My phone')
    expect(answer.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
    expect((await user.get('user')).json()).toMatchObject({ secondFactor: 'on' })
    for (const cookie of [before, other.jar.cookie])
      expect((await door.browser('192.0.2.1', cookie).get('user')).statusCode).toBe(403)
    expect((await user.get('passkeys')).json()).toMatchObject([
      { name: 'My phone', createdAt: door.clock.now, lastUsedAt: null, isBlocked: false },
    ])
    expect((await door.letters('fay@x.example')).map(({ letter }) => letter)).toEqual(['passkey-added'])
    // A second one, with the first one just used; the recovery codes stay the same.
    const second = await add(user, {}, 'Key ring')
    expect(second.answer.json()).toEqual({ recoveryCodes: [] })
    expect((await user.get('isTOTPEnabled')).json()).toEqual({
      enabled: false,
      recoveryCodesLeft: 10,
      passkeys: 2,
      mayBeDisabled: false,
    })
  })

  it('is refused for another site, origin or challenge, or without user verification', async () => {
    await door.givePassword('eve')
    const user = door.browser()
    await user.signIn('eve')
    const crooked: PasskeyErrors[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { isVerified: false },
      { x5c: true },
    ]
    for (const one of crooked) expect((await add(user, one)).answer.statusCode).toBe(422)
    const { credential, answer } = await add(user)
    expect(answer.statusCode).toBe(200)
    expect((await user.post('passkey', { name: 'Again', credential })).statusCode).toBe(422)
    const late = createAuthenticator(ORIGIN).create(await begin(user))
    door.forward(6)
    expect((await user.post('passkey', { name: 'Late', credential: late })).statusCode).toBe(422)
    expect((await user.post('passkey/begin', { password: STRONG_PASSWORD })).json()).toMatchObject({
      reason: 'step-up',
    })
    expect((await user.post('passkey', { name: 'Odd', credential: { id: 1 } })).statusCode).toBe(422)
    expect((await user.get('passkeys')).json()).toHaveLength(1)
  })

  it('is refused with another session’s challenge, and for a second person', async () => {
    await Promise.all(['rex', 'sue'].map(name => door.givePassword(name)))
    const [rex, sue] = [door.browser(), door.browser()]
    await rex.signIn('rex')
    await sue.signIn('sue')
    const passkey = createAuthenticator(ORIGIN)
    const credential = passkey.create(await begin(rex))
    expect((await sue.post('passkey', { name: 'Stolen', credential })).statusCode).toBe(422)
    expect((await rex.post('passkey', { name: 'Mine', credential })).statusCode).toBe(200)
    const twice = passkey.create(await begin(sue))
    expect((await sue.post('passkey', { name: 'Ours', credential: twice })).statusCode).toBe(409)
  })
})

describe('signing in with a passkey', () => {
  it('replaces name, password and code, while strangers guess at the password', async () => {
    const { passkey } = await withPasskey('bob')
    const stranger = door.browser('198.51.100.1')
    for (let guess = 0; guess < 11; guess += 1) await stranger.signIn('bob', `wrong ${guess}`)
    const user = door.browser('198.51.100.2')
    expect((await user.signIn('bob')).statusCode).toBe(429)
    const answer = await passwordless(user, passkey)
    expect(answer.statusCode).toBe(204)
    expect(answer.cookies.map(({ name }) => name)).toEqual(['session', 'device'])
    expect((await user.get('user')).json()).toMatchObject({ id: 'bob' })
    expect((await user.get('passkeys')).json<PasskeyItem[]>()[0]?.lastUsedAt).toBe(door.clock.now)
    expect((await user.signIn('bob')).json()).toEqual({ challenge: 'SOFTWARE_TOKEN_MFA' })
  })

  it('is refused when replayed, late, for another site or purpose, unverified, forged or unknown', async () => {
    const { passkey } = await withPasskey('amy')
    const user = door.browser()
    const given = passkey.get(await ask(user, 'sign-in'))
    expect((await user.post('passkey/sign-in', given)).statusCode).toBe(204)
    const replayed = await door.browser().post('passkey/sign-in', given)
    expect([replayed.statusCode, replayed.json()]).toEqual(REFUSED)
    for (const crooked of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { isVerified: false },
    ])
      expect((await passwordless(door.browser(), passkey, crooked)).json()).toEqual(REFUSED[1])
    const late = passkey.get(await ask(user, 'sign-in'))
    door.forward(6)
    expect((await user.post('passkey/sign-in', late)).statusCode).toBe(401)
    expect((await passwordless(user, createAuthenticator(ORIGIN))).json()).toEqual(REFUSED[1])
    const answer = passkey.get(await ask(user, 'sign-in'))
    const other = createAuthenticator(ORIGIN).get(await ask(user, 'sign-in'))
    const forged = { ...answer, response: { ...answer.response, signature: other.response.signature } }
    expect((await user.post('passkey/sign-in', forged)).statusCode).toBe(401)
    const elsewhere = { ...answer, response: { ...answer.response, userHandle: 'AAAA' } }
    expect((await user.post('passkey/sign-in', elsewhere)).statusCode).toBe(401)
    await user.signIn('amy')
    const second = passkey.get(await ask(user, 'second-step'))
    expect((await user.post('passkey/sign-in', second)).statusCode).toBe(401)
    expect((await user.post('passkey/sign-in', { id: 'x' })).statusCode).toBe(400)
  })

  it('blocks a passkey whose counter does not rise and notifies the owner, which a forger cannot cause', async () => {
    const { passkey, recoveryCodes } = await withPasskey('dan')
    const user = door.browser()
    expect((await passwordless(user, passkey, { counter: 7 })).statusCode).toBe(204)
    const forger = passkey.get(await ask(user, 'sign-in'), { counter: 1 })
    forger.response.signature = createAuthenticator(ORIGIN).get(await ask(user, 'sign-in')).response.signature
    expect((await user.post('passkey/sign-in', forger)).statusCode).toBe(401)
    expect((await passwordless(user, passkey, { counter: 8 })).statusCode).toBe(204)
    expect((await passwordless(user, passkey, { counter: 8 })).statusCode).toBe(401)
    expect((await passwordless(user, passkey, { counter: 9 })).statusCode).toBe(401)
    expect((await door.letters('dan@x.example')).at(-1)?.letter).toBe('passkey-copied')
    expect((await user.signIn('dan')).json()).toEqual({ challenge: 'SOFTWARE_TOKEN_MFA' })
    expect((await user.get('factors')).json()).toEqual({ authenticator: false, passkey: false })
    expect((await user.post('passkey/options', { purpose: 'second-step' })).statusCode).toBe(409)
    expect((await user.post('checkTOTP', { code: recoveryCodes[0] })).statusCode).toBe(204)
    expect((await user.get('passkeys')).json()).toMatchObject([{ isBlocked: true }])
  })

  it('accepts a passkey without a counter', async () => {
    await door.givePassword('bob')
    await door.store.db.updateTable('user').set({ secondFactor: false }).where('id', '=', 'bob').execute()
    const user = door.browser('198.51.100.3')
    door.forward(60)
    await user.signIn('bob')
    const passkey = createAuthenticator(ORIGIN)
    const credential = passkey.create(await begin(user), { counter: 0 })
    expect((await user.post('passkey', { name: 'Synced', credential })).statusCode).toBe(200)
    for (let time = 0; time < 2; time += 1)
      expect((await passwordless(door.browser(), passkey, { counter: 0 })).statusCode).toBe(204)
  })

  it('is refused for inactive people, people who must choose a new password, and removed passkeys', async () => {
    await door.store.db.updateTable('user').set({ secondFactor: false }).where('id', '=', 'eve').execute()
    const { user, passkey } = await withPasskey('eve')
    const set = (patch: { active?: boolean; mustResetPassword?: boolean }) =>
      door.store.db.updateTable('user').set(patch).where('id', '=', 'eve').execute()
    await set({ active: false })
    expect((await passwordless(door.browser(), passkey)).json()).toEqual(REFUSED[1])
    await set({ active: true, mustResetPassword: true })
    expect((await passwordless(door.browser(), passkey)).json()).toEqual({
      challenge: 'PASSWORD_RESET_REQUIRED',
    })
    await set({ mustResetPassword: false })
    expect((await passwordless(user, passkey)).statusCode).toBe(204)
    const [item] = (await user.get('passkeys')).json<PasskeyItem[]>()
    expect((await user.send('DELETE', `/api/auth/passkey/${item?.id}`)).statusCode).toBe(204)
    expect((await user.get('user')).json()).toMatchObject({ secondFactor: 'off' })
    expect((await passwordless(door.browser(), passkey)).json()).toEqual(REFUSED[1])
  })
})

describe('a passkey as a second factor', () => {
  it('is the second step after the password, for its owner only', async () => {
    await door.store.db
      .updateTable('user')
      .set({ secondFactor: false })
      .where('id', 'in', ['eve', 'fay'])
      .execute()
    const [eve, fay] = [await withPasskey('eve'), await withPasskey('fay')]
    const user = door.browser()
    expect((await user.signIn('eve')).json()).toEqual({ challenge: 'SOFTWARE_TOKEN_MFA' })
    expect((await user.get('factors')).json()).toEqual({ authenticator: false, passkey: true })
    const options = await ask(user, 'second-step')
    expect(options.allowCredentials).toHaveLength(1)
    const wrong = await user.post('passkey/check', fay.passkey.get(options))
    expect([wrong.statusCode, wrong.json()]).toEqual(REFUSED)
    expect((await user.send('GET', '/api/projects')).statusCode).toBe(401)
    const anybody = eve.passkey.get(await ask(user, 'sign-in'))
    expect((await user.post('passkey/check', anybody)).statusCode).toBe(401)
    expect(
      (await user.post('passkey/check', eve.passkey.get(await ask(user, 'second-step')))).statusCode,
    ).toBe(204)
    expect((await user.send('GET', '/api/projects')).statusCode).toBe(200)
    const nobody = door.browser()
    for (const purpose of ['second-step', 'step-up'])
      expect((await nobody.post('passkey/options', { purpose })).statusCode).toBe(401)
    expect((await nobody.get('factors')).statusCode).toBe(401)
  })

  it('is enough for staff, who cannot remove their last one', async () => {
    const user = door.browser()
    await user.signIn('olga')
    expect((await user.send('GET', '/api/projects')).json()).toMatchObject({ reason: 'second factor' })
    const { answer, passkey } = await add(user)
    expect(answer.statusCode).toBe(200)
    expect((await user.send('GET', '/api/projects')).statusCode).toBe(200)
    const [item] = (await user.get('passkeys')).json<PasskeyItem[]>()
    const remove = () => user.send('DELETE', `/api/auth/passkey/${item?.id}`)
    expect((await remove()).json()).toEqual({
      error: 'Staff of the market operator must have a second factor',
    })
    const enrolment = (await user.post('enableTOTP', { password: STRONG_PASSWORD })).json<{
      secret: string
    }>()
    await user.post('verifyTOTP', { code: door.codeOf(enrolment.secret) })
    expect((await user.get('isTOTPEnabled')).json()).toMatchObject({ enabled: true, mayBeDisabled: true })
    expect((await passwordless(user, passkey)).statusCode).toBe(204)
    door.forward(1)
    const code = door.codeOf(enrolment.secret)
    expect((await user.post('disableTOTP', { password: STRONG_PASSWORD, code })).statusCode).toBe(204)
    expect((await user.get('user')).json()).toMatchObject({ secondFactor: 'on' })
    expect((await passwordless(user, passkey)).statusCode).toBe(204)
    expect((await remove()).statusCode).toBe(409)
  })

  it('replaces a fresh code once, for the signed-in person', async () => {
    await door.store.db
      .updateTable('user')
      .set({ secondFactor: false, groups: ['admin'] })
      .where('id', '=', 'sue')
      .execute()
    const { user, passkey } = await withPasskey('sue')
    const act = () =>
      user.send('POST', '/api/agent-authority/auth-1/action/EditPermissions', {
        values: { permissions: ['RegisterForRound'] },
      })
    expect((await act()).statusCode).toBe(200)
    door.forward(6)
    expect((await act()).json()).toMatchObject({ reason: 'step-up' })
    expect((await user.post('recovery-codes')).json()).toMatchObject({ reason: 'step-up' })
    const given = passkey.get(await ask(user, 'step-up'))
    const before = user.jar.cookie
    expect((await user.post('passkey/step-up', given)).statusCode).toBe(204)
    expect(user.jar.cookie).not.toBe(before)
    expect((await act()).statusCode).toBe(200)
    expect(
      (await user.post('recovery-codes')).json<{ recoveryCodes: string[] }>().recoveryCodes,
    ).toHaveLength(10)
    const again = await user.post('passkey/step-up', given)
    expect([again.statusCode, again.json()]).toEqual([
      422,
      [{ field: '', message: 'The passkey was not accepted' }],
    ])
  })

  it('is removed when the operator resets a second factor', async () => {
    await door.store.db.updateTable('user').set({ secondFactor: false }).where('id', '=', 'rex').execute()
    const { passkey } = await withPasskey('rex')
    await door.store.db.updateTable('user').set({ secondFactor: false }).where('id', '=', 'rex').execute()
    expect((await passwordless(door.browser(), passkey)).json()).toEqual(REFUSED[1])
  })
})
