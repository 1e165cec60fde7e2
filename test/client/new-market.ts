import { Secret, TOTP } from 'otpauth'
import type { Instant } from '@credit-market/values/dates'
import { createAdmin } from '#server/commands/first-admin'
import { openSecrets } from '#server/auth/secrets'
import { openMailTransport } from '#server/mail/post'
import { sendNextEmail } from '#server/mail/send'
import { ALL_JOBS } from '#server/jobs/jobs'
import { runJobs } from '#server/tasks/schedule'
import { firstStart } from '../builders/installation.ts'
import { world } from '../builders/world.ts'
import { createClient } from '../../client/index.js'
import { type ClientAt, type Robot, robotAt } from './robot.ts'

export const OPERATOR = 'olive@operator.example'
export const PASSWORD = 'wet meadows hold back floods'
export const passwords = { password: PASSWORD, confirmPassword: PASSWORD }

const A_MINUTE = 60_000

/** Ids in order of creation, so that every run gives the same. */
const countedIds = () => {
  let made = 0
  return () => String((made += 1)).padStart(16, '0')
}

/** A market after a first start, with its first administrator only; everyone has only the published client. */
export const newMarket = async (clientAt?: ClientAt) => {
  const market = await world({ from: firstStart, newId: countedIds() })
  const { runtime, config, url, close, setClock, store } = market
  const firstPassword = await createAdmin(store.db, {
    email: OPERATOR,
    displayName: 'Olive Operator',
    now: runtime.now(),
  })
  /** An email, as the local mailbox shows it once emails have been sent. */
  const letterTo = async ({ client }: Robot, email: string, subject: string): Promise<string> => {
    const post = openMailTransport(config)
    const sending = { runtime, secrets: openSecrets(config), publicUrl: config.publicUrl, post }
    while (await sendNextEmail(sending));
    const row = new RegExp(`<td>${email}</td><td><a href="/dev/mail/([^"]+)">${subject}`)
    const [, id = ''] = row.exec(await client.readMailbox()) ?? []
    return client.readLetter({ params: { id } })
  }
  const codeMailedTo = async (robot: Robot, email: string, subject: string): Promise<string> =>
    /^ +(\S+)$/m.exec(await letterTo(robot, email, subject))?.[1] ?? ''

  /** The operator signs in with the first password, and replaces it. */
  const operatorComes = async (madeUp?: Parameters<typeof robotAt>[1]): Promise<Robot> => {
    const operator = robotAt(url, madeUp, clientAt)
    const next = await operator.client.login({ body: { username: OPERATOR, password: firstPassword } })
    if (next?.challenge !== 'NEW_PASSWORD_REQUIRED')
      throw new Error('The first password need not be replaced')
    await operator.client.newPassword({ body: passwords })
    return operator
  }

  /** Sets up an authenticator; returns a function that shows its next code, a minute later each time. */
  const setsUpAuthenticator = async ({ client }: Robot): Promise<() => string> => {
    const { secret } = await client.enableTotp({ body: { password: PASSWORD } })
    const authenticator = new TOTP({ secret: Secret.fromBase32(secret) })
    const nextCode = () => {
      const timestamp = Date.parse(runtime.now()) + A_MINUTE
      setClock(new Date(timestamp).toISOString())
      return authenticator.generate({ timestamp })
    }
    await client.verifyTotp({ body: { code: nextCode() } })
    return nextCode
  }

  /** A person signs up with an organisation, confirms the emailed code, and signs in. */
  const signsUp = async (
    email: string,
    displayName: string,
    organisationName: string,
    organisationType: 'PARTICIPANT' | 'AGENT' = 'PARTICIPANT',
  ): Promise<Robot> => {
    const robot = robotAt(url, undefined, clientAt)
    const { client } = robot
    const who = { email, displayName, phone: '+441632960123', organisationName, organisationType }
    await client.signUp({ body: { ...who, ...passwords } })
    const code = await codeMailedTo(robot, email, 'Confirm your email address')
    await client.confirmSignUp({ body: { email, code } })
    await client.login({ body: { username: email, password: PASSWORD } })
    return robot
  }

  /** A program with only a key. */
  const withKey = (key: string) => createClient({ baseUrl: url, key })

  /** Moves the clock, and runs what is due. */
  const timeComes = async (now: Instant): Promise<void> => {
    setClock(now)
    await runJobs(market, ALL_JOBS)
  }
  return {
    withKey,
    ...{ url, close, operatorComes, signsUp, timeComes, letterTo, codeMailedTo, setsUpAuthenticator },
    stranger: robotAt(url),
  }
}
export type NewMarket = Awaited<ReturnType<typeof newMarket>>
