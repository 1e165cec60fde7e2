import { Secret, TOTP } from 'otpauth'
import { createAdmin } from '#server/auth/first-admin'
import { openSecrets } from '#server/auth/secrets'
import { openPost } from '#server/mail/post'
import { sendNext } from '#server/mail/send'
import { JOBS } from '#server/tasks/jobs'
import { runJobs } from '#server/tasks/schedule'
import { firstStart } from '../builders/installation.ts'
import { world } from '../builders/world.ts'
import { type Robot, robotAt } from './robot.ts'

export const PASSWORD = 'wet meadows hold back floods'
const OPERATOR = 'olive@operator.example'
const passwords = { password: PASSWORD, confirmPassword: PASSWORD }

/** A market after a first start, with its first administrator and nobody else; whoever comes has the published client only. */
export const newMarket = async () => {
  const market = await world({ from: firstStart })
  const { runtime, config, url, close, setClock, store } = market
  const firstPassword = await createAdmin(store.db, {
    email: OPERATOR,
    displayName: 'Olive Operator',
    now: runtime.now(),
  })

  /** The code in the latest letter to an address, as the local mailbox shows it once the letters have gone out. */
  const codeMailedTo = async ({ client }: Robot, email: string): Promise<string> => {
    const post = openPost(config)
    const sending = { runtime, secrets: openSecrets(config), publicUrl: config.publicUrl, post }
    while (await sendNext(sending));
    const row = new RegExp(`<td>${email}</td><td><a href="/dev/mail/([^"]+)"`)
    const [, id = ''] = row.exec(await client.readMailbox()) ?? []
    return /^ +(\S+)$/m.exec(await client.readLetter({ params: { id } }))?.[1] ?? ''
  }

  /** The operator replaces the first password, and sets up an authenticator. */
  const operatorComes = async (): Promise<Robot> => {
    const operator = robotAt(url)
    const { client } = operator
    const next = await client.login({ body: { username: OPERATOR, password: firstPassword } })
    if (next?.challenge !== 'NEW_PASSWORD_REQUIRED')
      throw new Error('The first password was not to be replaced')
    await client.newPassword({ body: passwords })
    const { secret } = await client.enableTotp({ body: { password: PASSWORD } })
    const timestamp = Date.parse(runtime.now())
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
    await client.verifyTotp({ body: { code } })
    return operator
  }

  /** A person signs up with an organisation, confirms the code of the letter, and signs in. */
  const signsUp = async (email: string, displayName: string, organisationName: string): Promise<Robot> => {
    const robot = robotAt(url)
    const { client } = robot
    const phone = '+441632960123'
    await client.signUp({
      body: { ...passwords, email, displayName, phone, organisationName, organisationType: 'PARTICIPANT' },
    })
    await client.confirmSignUp({ body: { email, code: await codeMailedTo(robot, email) } })
    await client.login({ body: { username: email, password: PASSWORD } })
    return robot
  }

  /** A day comes, with what it brings about. */
  const dayComes = async (day: string): Promise<void> => {
    setClock(`${day}T09:00:00.000Z`)
    await runJobs(market, JOBS)
  }
  return { url, close, operatorComes, signsUp, dayComes, stranger: robotAt(url) }
}
export type NewMarket = Awaited<ReturnType<typeof newMarket>>
