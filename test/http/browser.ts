import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '#server/auth/passwords'
import { openSecrets } from '#server/auth/secrets'
import { startWorldWith } from './world.ts'

/** A password that has not been used before. */
export const STRONG_PASSWORD = 'wet meadows hold back floods'
/** Another one. */
export const OTHER_STRONG_PASSWORD = 'seven herons stand in the reeds'

/** The API for people who have to sign in: some have passwords, and emails can be read. */
export const startSignInApi = async (variables: NodeJS.ProcessEnv = {}) => {
  const world = await startWorldWith(variables)
  const { store, config, app, clock } = world
  const secrets = openSecrets(config)
  const givePassword = async (userId: string, password = STRONG_PASSWORD) => {
    const passwordHash = await hashPassword(password, config.passwordCost)
    await store.db
      .insertInto('credential')
      .values({ userId, passwordHash, changedAt: clock.now })
      .onConflict(clash => clash.column('userId').doUpdateSet({ passwordHash }))
      .execute()
  }
  await Promise.all(['olga', 'fay', 'eve'].map(id => givePassword(id)))
  const letters = async (to: string) =>
    store.db.selectFrom('mailOutbox').selectAll().where('toAddress', '=', to).orderBy('createdAt').execute()
  const codeMailed = async (to: string): Promise<string> => {
    const last = (await letters(to)).findLast(({ facts }) => 'code' in facts)
    return secrets.codeOf(last?.facts.code ?? '')
  }
  const forward = (minutes: number) => {
    clock.now = new Date(Date.parse(clock.now) + minutes * 60_000).toISOString()
  }
  /** A person’s browser: it stores cookies, and sends them back. */
  const browser = (address = '192.0.2.1', cookie: string | null = null, device: string | null = null) => {
    const jar = { cookie, device }
    const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, more = {}) => {
      const cookies = [jar.cookie, jar.device].filter(one => one !== null).join('; ')
      const headers = { ...(cookies && { cookie: cookies }), ...more }
      const answer = await app.inject({
        method,
        url: path,
        headers: { 'x-forwarded-for': address, ...headers },
        ...(payload && { payload }),
      })
      const set = answer.cookies.find(({ name }) => name === 'session')
      if (set) jar.cookie = set.value === '' ? null : `session=${set.value}`
      const kept = answer.cookies.find(({ name }) => name === 'device')
      if (kept) jar.device = `device=${kept.value}`
      return answer
    }
    const post = (path: string, payload: object = {}, more = {}) =>
      send('POST', `/api/auth/${path}`, payload, more)
    return {
      jar,
      send,
      post,
      get: (path: string) => send('GET', `/api/auth/${path}`),
      signIn: (username: string, password = STRONG_PASSWORD) => post('login', { username, password }),
    }
  }
  const codeOf = (secret: string, minutesFromNow = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.parse(clock.now) + minutesFromNow * 60_000,
    })
  /** Signs a person in and sets up a second factor; returns the authenticator’s secret. */
  const enrolled = async (username: string) => {
    const user = browser()
    await user.signIn(username)
    const { secret } = (await user.post('enableTOTP', { password: STRONG_PASSWORD })).json<{
      secret: string
    }>()
    const answer = await user.post('verifyTOTP', { code: codeOf(secret) })
    const { recoveryCodes } = answer.json<{ recoveryCodes: string[] }>()
    return { secret, recoveryCodes, user }
  }
  return { ...world, secrets, givePassword, letters, codeMailed, forward, browser, codeOf, enrolled }
}
export type SignInApi = Awaited<ReturnType<typeof startSignInApi>>
