import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteExpiredRows } from '#server/jobs/forget-expired'
import { OTHER_STRONG_PASSWORD, type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi()
})
afterAll(() => door.close())

type Browser = ReturnType<SignInApi['browser']>

/** A person at a browser on which they have signed in before. */
const atHome = async (username: string, address: string): Promise<Browser> => {
  await door.givePassword(username)
  const user = door.browser(address)
  expect((await user.signIn(username)).statusCode).toBe(204)
  expect((await user.post('logout')).statusCode).toBe(204)
  return user
}

const guess = async (user: Browser, username: string, times: number): Promise<number[]> => {
  const statuses: number[] = []
  for (let one = 0; one < times; one += 1)
    statuses.push((await user.signIn(username, `wrong guess ${one}`)).statusCode)
  return statuses
}

const refusedAfterTen = [...Array<number>(10).fill(401), 429]

describe('a known device', () => {
  it('is remembered in a cookie that scripts and other sites cannot read, as long as it is known', async () => {
    const answer = await door.browser('192.0.2.30').signIn('fay')
    const cookie = answer.cookies.find(({ name }) => name === 'device')
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Strict', maxAge: 180 * 86_400 })
  })

  it('lets the owner in despite any number of strangers’ guesses from anywhere', async () => {
    const owner = await atHome('bob', '192.0.2.31')
    expect(await guess(door.browser('198.51.100.31'), 'bob', 11)).toEqual(refusedAfterTen)
    expect((await owner.signIn('bob')).statusCode).toBe(204)
    const at = door.clock.now
    const guesses = Array.from({ length: 100 }, () => ({
      username: 'bob',
      address: null,
      succeeded: false,
      at,
    }))
    await door.store.db.insertInto('signInAttempt').values(guesses).execute()
    expect((await owner.signIn('bob')).statusCode).toBe(204)
    expect((await door.browser('198.51.100.32').signIn('bob')).statusCode).toBe(429)
  })

  it('lets people in despite fifty guesses from the address that they share', async () => {
    const owner = await atHome('eve', '192.0.2.33')
    const neighbour = door.browser('192.0.2.33')
    for (let name = 0; name < 50; name += 1) await neighbour.signIn(`name-${name}`, 'the same password')
    expect((await neighbour.signIn('eve')).statusCode).toBe(429)
    expect((await owner.signIn('eve')).statusCode).toBe(204)
  })

  it('has separate limits for guesses at a second factor', async () => {
    await door.givePassword('dan')
    const { secret, user: owner } = await door.enrolled('dan')
    door.forward(1)
    await guess(door.browser('198.51.100.33'), 'dan', 10)
    expect((await door.browser('198.51.100.34').signIn('dan')).statusCode).toBe(429)
    expect((await owner.signIn('dan')).json()).toEqual({ challenge: 'SOFTWARE_TOKEN_MFA' })
    expect((await owner.post('checkTOTP', { code: door.codeOf(secret) })).statusCode).toBe(204)
  })

  it('has limits of its own when stolen, which do not keep the owner out elsewhere', async () => {
    const { jar } = await atHome('amy', '192.0.2.34')
    const thief = door.browser('198.51.100.35', null, jar.device)
    expect(await guess(thief, 'amy', 11)).toEqual(refusedAfterTen)
    expect((await door.browser('192.0.2.35').signIn('amy')).statusCode).toBe(204)
    expect((await thief.signIn('amy')).statusCode).toBe(429)
  })

  it('is forgotten after a hundred wrong guesses in a row', async () => {
    const { jar } = await atHome('sue', '192.0.2.36')
    const known = async () =>
      door.store.db.selectFrom('knownDevice').select('id').where('userId', '=', 'sue').execute()
    const [device] = await known()
    const at = '2026-05-01T12:00:00.000Z'
    const guesses = Array.from({ length: 99 }, () => ({
      username: 'sue',
      address: null,
      deviceId: device?.id ?? '',
      succeeded: false,
      at,
    }))
    await door.store.db.insertInto('signInAttempt').values(guesses).execute()
    const thief = door.browser('198.51.100.36', null, jar.device)
    expect((await thief.signIn('sue', 'the hundredth guess')).statusCode).toBe(401)
    expect(await known()).toEqual([])
    expect(await guess(thief, 'sue', 11)).toEqual(refusedAfterTen)
  })
})

describe('a device cookie', () => {
  it('has no effect when forged or of another person', async () => {
    const { jar: mine } = await atHome('fay', '192.0.2.37')
    const [id = ''] = (mine.device ?? '').replace('device=', '').split('.')
    await guess(door.browser('198.51.100.37'), 'rex', 10)
    await guess(door.browser('198.51.100.38'), 'fay', 10)
    await door.givePassword('rex')
    const seal = door.secrets.tokenOf('device', `${id} rex`)
    for (const cookie of [mine.device, `device=${id}.${seal}`, 'device=', 'device=~~~.'])
      expect((await door.browser('198.51.100.39', null, cookie).signIn('rex')).statusCode).toBe(429)
    for (const cookie of [`device=${id}`, `device=${id}.${'A'.repeat(43)}`, `device=${id}.${seal}`])
      expect((await door.browser('198.51.100.39', null, cookie).signIn('fay')).statusCode).toBe(429)
    expect((await door.browser('198.51.100.39', null, mine.device).signIn('fay')).statusCode).toBe(204)
  })

  it('ends with the owner’s next sign-in if it was copied', async () => {
    door.forward(1)
    const owner = await atHome('fay', '192.0.2.40')
    const stolen = owner.jar.device
    await owner.signIn('fay')
    await guess(door.browser('198.51.100.40'), 'fay', 10)
    expect((await door.browser('198.51.100.41', null, stolen).signIn('fay')).statusCode).toBe(429)
    expect((await owner.signIn('fay')).statusCode).toBe(204)
  })

  it('remembers several people on one browser, five at most', async () => {
    door.forward(120)
    const shared = await atHome('eve', '192.0.2.42')
    for (const name of ['rex', 'eve', 'rex']) {
      await door.givePassword(name)
      expect((await shared.signIn(name)).statusCode).toBe(204)
    }
    expect(shared.jar.device?.split('~')).toHaveLength(2)
    await Promise.all(['eve', 'rex'].map(name => guess(door.browser('198.51.100.42'), name, 10)))
    for (const name of ['eve', 'rex']) expect((await shared.signIn(name)).statusCode).toBe(204)
  })

  it('ends with a new password elsewhere, and with signing out everywhere else', async () => {
    door.forward(120)
    const others = [await atHome('eve', '192.0.2.43'), await atHome('fay', '192.0.2.43')]
    const [here, there] = [door.browser('192.0.2.44'), door.browser('192.0.2.45')]
    await here.signIn('eve')
    const chosen = {
      currentPassword: STRONG_PASSWORD,
      password: OTHER_STRONG_PASSWORD,
      confirmPassword: OTHER_STRONG_PASSWORD,
    }
    expect((await here.post('change-password', chosen)).statusCode).toBe(204)
    await there.signIn('fay')
    expect((await there.post('end-other-sessions')).statusCode).toBe(204)
    for (const name of ['eve', 'fay']) await guess(door.browser('198.51.100.43'), name, 10)
    expect((await others[0]!.signIn('eve', OTHER_STRONG_PASSWORD)).statusCode).toBe(429)
    expect((await others[1]!.signIn('fay')).statusCode).toBe(429)
    expect((await here.signIn('eve', OTHER_STRONG_PASSWORD)).statusCode).toBe(204)
    expect((await there.signIn('fay')).statusCode).toBe(204)
  })

  it('expires after half a year without a sign-in, with at most twenty devices per person', async () => {
    const rows = () =>
      door.store.db.selectFrom('knownDevice').select('userId').where('userId', '=', 'fay').execute()
    door.forward(1)
    for (let one = 0; one < 21; one += 1) await door.browser(`203.0.113.${one}`).signIn('fay')
    expect(await rows()).toHaveLength(20)
    door.forward(181 * 24 * 60)
    await deleteExpiredRows.run({ runtime: door.runtime, files: door.files })
    expect(await rows()).toEqual([])
  })
})

describe('a clock that jumps', () => {
  const waitOf = async (username: string) => {
    const answer = await door.browser('198.51.100.50').signIn(username)
    return { status: answer.statusCode, wait: Number(answer.headers['retry-after'] ?? 0), said: answer.body }
  }

  it('never makes a wait longer than an hour by the current clock, and the length is shown', async () => {
    await door.givePassword('olga')
    // The clock moves forward a year, guesses are made, and it moves back: the records are a year ahead.
    const right = door.clock.now
    door.forward(365 * 24 * 60)
    await guess(door.browser('198.51.100.51'), 'olga', 10)
    const ahead = door.clock.now
    await door.store.db
      .insertInto('signInAttempt')
      .values(
        Array.from({ length: 20 }, () => ({ username: 'olga', address: null, succeeded: false, at: ahead })),
      )
      .execute()
    door.clock.now = right
    const first = await waitOf('olga')
    expect(first).toMatchObject({ status: 429, wait: 3600 })
    expect(first.said).toBe('{"error":"Too many attempts: try again in 60 minutes"}')
    door.forward(30)
    expect(await waitOf('olga')).toMatchObject({ status: 429, wait: 1800 })
    door.forward(30)
    expect(await waitOf('olga')).toMatchObject({ status: 204 })
  })

  it('does not block an address for times in the future, and emails with codes are sent again', async () => {
    const right = door.clock.now
    door.forward(365 * 24 * 60)
    const busy = door.browser('198.51.100.52')
    for (let name = 0; name < 50; name += 1) await busy.signIn(`other-${name}`, 'the same password')
    for (let letter = 0; letter < 4; letter += 1) await busy.post('reset-password', { username: 'rex' })
    const before = (await door.letters('rex@x.example')).length
    door.clock.now = right
    await door.givePassword('rex')
    expect((await busy.signIn('rex')).statusCode).toBe(204)
    await busy.post('reset-password', { username: 'rex' })
    expect(await door.letters('rex@x.example')).toHaveLength(before + 1)
  })
})

describe('behind a proxy', () => {
  const seenFrom = async (proxied: SignInApi, more: InjectOptions) => {
    await proxied.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'nobody', password: 'wrong' },
      ...more,
    })
    const rows = await proxied.store.db
      .selectFrom('signInAttempt')
      .select('address')
      .orderBy('id', 'desc')
      .execute()
    return rows[0]?.address
  }
  const saying = (says: string) => ({ headers: { 'x-forwarded-for': says } })

  it('only this machine is trusted to state another address', async () => {
    expect(await seenFrom(door, { remoteAddress: '203.0.113.9', ...saying('10.9.9.9') })).toBe('203.0.113.9')
    expect(await seenFrom(door, { remoteAddress: '127.0.0.1', ...saying('10.9.9.9') })).toBe('10.9.9.9')
  })

  it('the configured proxies are trusted, and what their clients claim is not', async () => {
    const proxied = await startSignInApi({ TRUST_PROXY: '10.0.0.5, 10.1.0.0/16' })
    const from = (remoteAddress: string, says: string) =>
      seenFrom(proxied, { remoteAddress, ...saying(says) })
    expect(await from('10.0.0.5', '203.0.113.9')).toBe('203.0.113.9')
    expect(await from('10.1.7.7', '198.51.100.1, 203.0.113.9, 10.0.0.5')).toBe('203.0.113.9')
    expect(await from('203.0.113.66', '198.51.100.1, 10.0.0.5')).toBe('203.0.113.66')
    await proxied.close()
  })
})

describe('browsers without passkeys', () => {
  it('are not offered them at an address without a name, with a reason', async () => {
    const { noPasskeys } = (await door.browser().get('settings')).json<{ noPasskeys: string }>()
    expect(noPasskeys).toBe(
      'Passkeys work only at an https address with a domain name, or at localhost. The address of this market is http://127.0.0.1:3000.',
    )
    const refused = await door.browser().post('passkey/options', { purpose: 'sign-in' })
    expect([refused.statusCode, refused.json()]).toEqual([409, { error: noPasskeys }])
  })
})
