import { existsSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdmin } from '#server/commands/first-admin'
import { listMailbox, openMailTransport, type DeliverableEmail, type MailTransport } from '#server/mail/post'
import { sendNextEmail } from '#server/mail/send'
import { OTHER_STRONG_PASSWORD, type SignInApi, startSignInApi } from './browser.ts'

let door: SignInApi
beforeAll(async () => {
  door = await startSignInApi()
})
afterAll(() => door.close())

const sending = (post: MailTransport) => ({
  runtime: door.runtime,
  secrets: door.secrets,
  publicUrl: door.config.publicUrl,
  post,
})
const queued = () =>
  door.store.db
    .selectFrom('mailOutbox')
    .select(['state', 'attempt', 'message', 'letter', 'bounced'])
    .orderBy('createdAt')
    .execute()
/** A mail server that listens, and a connection to it. */
const openSmtp = async (server: SMTPServer) => {
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as { port: number }
  const post = openMailTransport({
    mail: { kind: 'smtp', url: `smtp://127.0.0.1:${port}` },
    publicUrl: 'https://market.example.org',
  })
  const stop = async () => {
    post.close()
    await new Promise<void>(resolve => server.close(() => resolve()))
  }
  return { post, stop }
}
describe('the outbox', () => {
  const ask = () => door.browser().post('reset-password', { username: 'fay' })

  it('sends again after a crash, and at growing intervals while the mail server is unreachable', async () => {
    await ask()
    const delivered: DeliverableEmail[] = []
    const broken: MailTransport = {
      deliver: () => Promise.reject(new Error('No post today')),
      close: () => {},
    }
    const works: MailTransport = { deliver: async mail => void delivered.push(mail), close: () => {} }
    const taken: MailTransport = { deliver: () => new Promise(() => {}), close: () => {} }

    // The server that claimed it dies: another one claims the email when the time is up.
    void sendNextEmail(sending(taken))
    for (;;) if ((await queued())[0]?.attempt === 1) break
    expect(await sendNextEmail(sending(works))).toBe(false)
    door.forward(3)
    expect(await sendNextEmail(sending(broken))).toBe(true)
    expect(await queued()).toEqual([
      { letter: 'password-code', state: 'queued', attempt: 2, message: 'No post today', bounced: false },
    ])
    expect(await sendNextEmail(sending(works))).toBe(false)
    door.forward(1)
    expect(await sendNextEmail(sending(works))).toBe(true)
    expect(delivered).toMatchObject([
      { to: ['fay@x.example'], subject: 'Your code to choose a new password' },
    ])
    expect(await queued()).toMatchObject([{ state: 'sent' }])
    expect(await sendNextEmail(sending(works))).toBe(false)
  })

  it('lets each email be claimed once when many send at the same time', async () => {
    await ask()
    const delivered: DeliverableEmail[] = []
    const works: MailTransport = { deliver: async mail => void delivered.push(mail), close: () => {} }
    await Promise.all(Array.from({ length: 10 }, () => sendNextEmail(sending(works))))
    expect(delivered).toHaveLength(1)
  })

  it('contains no code: the one in the email opens the account, and is nowhere in the database', async () => {
    door.forward(120)
    await ask()
    const post = openMailTransport(door.config)
    await sendNextEmail(sending(post))
    if (door.config.mail.kind !== 'mailbox') throw new Error('The mailbox is missing')
    const [letter] = await listMailbox(door.config.mail.folder)
    const code = /\b\d{8}\b/.exec(letter?.text ?? '')?.[0] ?? ''
    const rows = JSON.stringify([
      await door.store.db.selectFrom('mailOutbox').selectAll().execute(),
      await door.store.db.selectFrom('mailedCode').selectAll().execute(),
    ])
    expect(code).not.toBe('')
    expect(rows).not.toContain(code)
    const shown = await door.app.inject({ url: '/dev/mail' })
    expect(shown.body).toContain('Your code to choose a new password')
    expect((await door.app.inject({ url: `/dev/mail/${letter?.id}` })).body).toContain(code)
    const stranger = { 'x-forwarded-for': '198.51.100.7' }
    expect((await door.app.inject({ url: '/dev/mail', headers: stranger })).statusCode).toBe(404)
    const chosen = {
      username: 'fay',
      code,
      password: OTHER_STRONG_PASSWORD,
      confirmPassword: OTHER_STRONG_PASSWORD,
    }
    expect((await door.browser().post('update-password', chosen)).statusCode).toBe(204)
  })

  it('tries a permanently refused email once, and a temporarily refused one again', async () => {
    const replies = [451, 550]
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('No such mailbox'), { responseCode: replies.shift() ?? 250 })),
    })
    const { post, stop } = await openSmtp(server)
    while (await sendNextEmail(sending({ deliver: async () => {}, close: () => {} })));
    door.forward(120)
    await ask()
    const last = async () => (await queued()).at(-1)
    await sendNextEmail(sending(post))
    expect(await last()).toMatchObject({ state: 'queued', attempt: 1 })
    door.forward(1)
    await sendNextEmail(sending(post))
    expect(await last()).toMatchObject({
      state: 'failed',
      attempt: 2,
      bounced: true,
      message: expect.stringContaining('550 No such mailbox'),
    })
    door.forward(120)
    expect(await sendNextEmail(sending(post))).toBe(false)
    await stop()
  })

  it('sends emails to the server in SMTP_URL', async () => {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString())
          done()
        })
      },
    })
    const { post, stop } = await openSmtp(server)
    const letter = {
      id: 'a1',
      to: ['ann@farm.example'],
      from: 'Levels Exchange',
      at: door.clock.now,
      subject: 'A word',
      text: 'Words.',
      html: '<p>Words.</p>',
    }
    await post.deliver(letter)
    await post.deliver({ ...letter, unsubscribe: 'https://market.example.org/unsubscribe/fay~watched~x' })
    await stop()
    expect(received).toHaveLength(2)
    expect(received[0]).not.toContain('List-Unsubscribe')
    expect(received[1]).toContain(
      'List-Unsubscribe: <https://market.example.org/unsubscribe/fay~watched~x>\r\n',
    )
    expect(received[1]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    for (const part of [
      'Subject: A word',
      'To: ann@farm.example',
      'a1@market.example.org',
      'text/plain',
      'text/html',
    ])
      expect(received[0]).toContain(part)
  })
})

describe('the secret key', () => {
  it('is created at the first start, readable by the owner of the folder only', () => {
    const path = join(door.config.dataDir, 'secret.key')
    expect(existsSync(path)).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})

describe('the first administrator', () => {
  it('gets a random password to replace, and must set up a second factor', async () => {
    const who = { email: 'Ann@market.example', displayName: 'Ann Admin', now: door.clock.now }
    const password = await createAdmin(door.store.db, who)
    await expect(createAdmin(door.store.db, who)).rejects.toThrow(
      'There is already a user ann@market.example',
    )
    const user = door.browser()
    expect((await user.signIn('ann@market.example', password)).json()).toEqual({
      challenge: 'NEW_PASSWORD_REQUIRED',
    })
    const chosen = { password: OTHER_STRONG_PASSWORD, confirmPassword: OTHER_STRONG_PASSWORD }
    expect((await user.post('new-password', chosen)).statusCode).toBe(204)
    expect((await user.get('user')).json()).toMatchObject({
      groups: ['sysadmin', 'admin'],
      secondFactor: 'needed',
    })
  })

  it('sees the system area, and no one else does', async () => {
    await door.store.db
      .updateTable('user')
      .set({ groups: ['sysadmin'] })
      .where('id', '=', 'olga')
      .execute()
    for (const path of ['users', 'sessions', 'tasks', 'mail', 'log', 'version']) {
      const answer = await door.ask('olga', `/api/sysadmin/${path}`)
      expect([path, answer.statusCode]).toEqual([path, 200])
      expect(answer.body).not.toMatch(/passwordHash|idHash|"code"/)
      expect((await door.ask('fay', `/api/sysadmin/${path}`)).statusCode).toBe(403)
      expect((await door.ask(null, `/api/sysadmin/${path}`)).statusCode).toBe(401)
    }
    expect((await door.ask('olga', '/api/sysadmin/log')).json()).toMatchObject({ ok: true })
  })

  it('sees the recipient of each email, however it was addressed', async () => {
    const at = door.clock.now
    await door.store.db
      .insertInto('mailOutbox')
      .values({
        ...{ id: 'to-fay', letter: 'watched', userId: 'fay', organisationId: null, toAddress: null },
        ...{ facts: '{}', notBefore: at, createdAt: at, message: null, sentAt: null },
      })
      .execute()
    const { email } = await door.store.db
      .selectFrom('user')
      .select('email')
      .where('id', '=', 'fay')
      .executeTakeFirstOrThrow()
    const { items } = (await door.ask('olga', '/api/sysadmin/mail')).json<{
      items: { id: string; to: string }[]
    }>()
    expect(items.find(({ id }) => id === 'to-fay')).toMatchObject({ to: email })
    expect(items.map(({ to }) => to)).not.toContain('')
  })
})
