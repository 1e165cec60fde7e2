import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secondsToWait } from '#server/auth/guesses'
import { OTHER_STRONG_PASSWORD, type SignInApi, STRONG_PASSWORD, startSignInApi } from './browser.ts'

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi()
})
afterAll(() => door.close())

const WRONG = { error: 'The user name or password is wrong' }

describe('signing in', () => {
  it('marks the user authenticated and loads the user', async () => {
    const user = door.browser()
    expect((await user.signIn(' FAY ')).statusCode).toBe(204)
    expect((await user.get('user')).json()).toMatchObject({ id: 'fay', groups: ['participant'] })
    expect((await user.post('logout')).statusCode).toBe(204)
    expect((await user.get('user')).statusCode).toBe(403)
  })

  it('answers 403 to loading the user when no one is signed in', async () => {
    const answer = await door.browser().get('user')
    expect([answer.statusCode, answer.json()]).toEqual([403, { error: 'Not signed in' }])
  })

  it('gives the session a new id, which makes a planted one worthless', async () => {
    const planted = door.browser('192.0.2.9', 'session=planted')
    await planted.signIn('fay')
    expect(planted.jar.cookie).not.toBe('session=planted')
    const before = planted.jar.cookie
    await planted.signIn('fay')
    expect((await door.browser('192.0.2.9', before).get('user')).statusCode).toBe(403)
    expect((await door.browser('192.0.2.9', 'session=planted').get('user')).statusCode).toBe(403)
  })

  it('reveals no existing names: not by text, status, headers or work done', async () => {
    const [known, unknown] = [door.browser('192.0.2.2'), door.browser('192.0.2.3')]
    const [one, other] = [
      await known.signIn('eve', 'x'.repeat(20)),
      await unknown.signIn('nobody', 'x'.repeat(20)),
    ]
    const shown = ({ statusCode, headers, body }: typeof one) => ({
      statusCode,
      body,
      headers: Object.keys(headers).toSorted(),
    })
    expect(shown(one)).toEqual(shown(other))
    expect([one.statusCode, one.json()]).toEqual([401, WRONG])
    for (const name of ['eve', 'nobody']) {
      const attempts = await door.store.db
        .selectFrom('signInAttempt')
        .select('succeeded')
        .where('username', '=', name)
        .execute()
      expect(attempts).toEqual([{ succeeded: false }])
    }
    for (const path of ['reset-password', 'resend-confirmation']) {
      const [there, notThere] = await Promise.all(
        ['eve', 'nobody'].map(name =>
          door.browser().post(path, { username: name, email: `${name}@x.example` }),
        ),
      )
      expect(shown(there!)).toEqual(shown(notThere!))
      expect(there!.statusCode).toBe(204)
    }
  })

  it('is refused for people who are no longer active', async () => {
    await door.givePassword('rex')
    const user = door.browser('192.0.2.4')
    expect((await user.signIn('rex')).statusCode).toBe(204)
    await door.store.db.updateTable('user').set({ active: false }).where('id', '=', 'rex').execute()
    expect((await user.get('user')).statusCode).toBe(403)
    expect((await user.signIn('rex')).json()).toEqual(WRONG)
  })
})

describe('guessing', () => {
  it('is slowed down after 10 wrong guesses in 5 minutes, and the right password waits for the delay', async () => {
    await door.givePassword('amy')
    const user = door.browser('192.0.2.5')
    for (let guess = 0; guess < 10; guess += 1)
      expect((await user.signIn('amy', `wrong password ${guess}`)).statusCode).toBe(401)
    const refused = await user.signIn('amy')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
    const stranger = await door.browser('192.0.2.6').signIn('amy')
    expect(stranger.statusCode).toBe(429)
    door.forward(0.5)
    expect((await user.signIn('amy')).statusCode).toBe(204)
    expect((await user.signIn('amy', 'wrong again')).statusCode).toBe(401)
  })

  it('counts names that do not exist alike', async () => {
    const user = door.browser('192.0.2.7')
    for (let guess = 0; guess < 10; guess += 1) await user.signIn('nemo', `wrong password ${guess}`)
    const refused = await user.signIn('nemo', STRONG_PASSWORD)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
  })

  it('waits 30 seconds at first, then twice as long each time, and never more than an hour', () => {
    const at = '2026-06-01T12:00:00.000Z'
    const waits = [9, 10, 11, 12, 16, 17, 40, 99].map(wrong => secondsToWait(wrong, at, at))
    expect(waits).toEqual([0, 30, 60, 120, 1920, 3600, 3600, 3600])
    expect(secondsToWait(12, at, '2026-06-01T12:01:30.000Z')).toBe(30)
    expect(secondsToWait(99, at, '2026-06-01T13:00:00.000Z')).toBe(0)
  })

  it('counts every one of many simultaneous guesses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, guess) =>
        door.browser('192.0.2.8').signIn('dan', `wrong password ${guess}`),
      ),
    )
    const looked = answers.filter(({ statusCode }) => statusCode === 401)
    expect(looked).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20)
  })

  it('is slowed down from one address over many names too', async () => {
    const user = door.browser('192.0.2.66')
    for (let guess = 0; guess < 50; guess += 1) await user.signIn(`name-${guess}`, 'the same password')
    expect((await user.signIn('fay')).statusCode).toBe(429)
    expect((await door.browser('192.0.2.67').signIn('fay')).statusCode).toBe(204)
  })

  it('stops at 100 in a row with a notice to the owner, and a reset by email reopens the account', async () => {
    await door.store.db
      .insertInto('signInAttempt')
      .values(
        Array.from({ length: 99 }, () => ({
          username: 'bob',
          address: '198.51.100.1',
          succeeded: false,
          at: '2026-05-01T12:00:00.000Z',
        })),
      )
      .execute()
    await door.givePassword('bob')
    const user = door.browser('192.0.2.10')
    expect((await user.signIn('bob', 'the hundredth guess')).statusCode).toBe(401)
    door.forward(24 * 60)
    expect((await user.signIn('bob')).statusCode).toBe(429)
    expect((await door.letters('bob@x.example')).map(({ letter }) => letter)).toEqual(['sign-in-stopped'])
    await user.post('reset-password', { username: 'bob' })
    const code = await door.codeMailed('bob@x.example')
    const chosen = {
      username: 'bob',
      code,
      password: OTHER_STRONG_PASSWORD,
      confirmPassword: OTHER_STRONG_PASSWORD,
    }
    expect((await user.post('update-password', chosen)).statusCode).toBe(204)
    expect((await user.signIn('bob', OTHER_STRONG_PASSWORD)).statusCode).toBe(204)
  })
})

describe('a forgotten password', () => {
  const replace = (username: string, code: string, password = OTHER_STRONG_PASSWORD) =>
    door.browser().post('update-password', { username, code, password, confirmPassword: password })

  it('is replaced with the emailed code, once, and only by its recipient', async () => {
    const before = door.browser()
    await before.signIn('eve')
    await door.browser().post('reset-password', { username: 'eve' })
    const code = await door.codeMailed('eve@x.example')
    expect(code).toMatch(/^\d{8}$/)
    const swapped = await replace('fay', code)
    expect([swapped.statusCode, swapped.json()]).toEqual([
      401,
      { error: 'The code is wrong or no longer valid' },
    ])
    expect((await replace('eve', code, 'short')).statusCode).toBe(422)
    expect((await replace('eve', code)).statusCode).toBe(204)
    expect((await replace('eve', code, STRONG_PASSWORD)).statusCode).toBe(401)
    expect((await before.get('user')).statusCode).toBe(403)
    expect((await door.browser().signIn('eve')).statusCode).toBe(401)
    expect((await door.browser().signIn('eve', OTHER_STRONG_PASSWORD)).statusCode).toBe(204)
  })

  it('cannot be replaced with a code that is an hour old, nor by trying codes', async () => {
    await door.browser().post('reset-password', { username: 'eve' })
    const code = await door.codeMailed('eve@x.example')
    door.forward(61)
    expect((await replace('eve', code)).statusCode).toBe(401)
    await door.browser().post('reset-password', { username: 'eve' })
    for (let guess = 0; guess < 10; guess += 1)
      expect((await replace('eve', String(guess).padStart(8, '0'))).statusCode).toBe(401)
    expect((await replace('eve', await door.codeMailed('eve@x.example'))).statusCode).toBe(401)
  })

  it('is also replaced when the operator requires it: PASSWORD_RESET_REQUIRED', async () => {
    await door.givePassword('sue')
    await door.store.db.updateTable('user').set({ mustResetPassword: true }).where('id', '=', 'sue').execute()
    const user = door.browser()
    expect((await user.signIn('sue')).json()).toEqual({ challenge: 'PASSWORD_RESET_REQUIRED' })
    expect((await user.get('user')).statusCode).toBe(403)
    expect((await replace('sue', await door.codeMailed('sue@x.example'))).statusCode).toBe(204)
    expect((await user.signIn('sue', OTHER_STRONG_PASSWORD)).statusCode).toBe(204)
  })
})

describe('a password chosen by someone else or too short', () => {
  it('must be replaced first: NEW_PASSWORD_REQUIRED', async () => {
    await door.givePassword('sue', 'short one')
    const user = door.browser()
    expect((await user.signIn('sue', 'short one')).json()).toEqual({ challenge: 'NEW_PASSWORD_REQUIRED' })
    expect((await user.send('GET', '/api/projects')).statusCode).toBe(401)
    const challenged = user.jar.cookie
    const wrong = await user.post('new-password', {
      password: STRONG_PASSWORD,
      confirmPassword: OTHER_STRONG_PASSWORD,
    })
    expect([wrong.statusCode, wrong.json()]).toEqual([
      422,
      [{ field: 'confirmPassword', message: 'Passwords do not match' }],
    ])
    expect(
      (await user.post('new-password', { password: STRONG_PASSWORD, confirmPassword: STRONG_PASSWORD }))
        .statusCode,
    ).toBe(204)
    expect((await user.send('GET', '/api/projects')).statusCode).toBe(200)
    expect((await door.browser('192.0.2.1', challenged).get('user')).statusCode).toBe(403)
  })
})
