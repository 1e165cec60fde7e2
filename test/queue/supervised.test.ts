import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SetAsideItem } from '#contract/desk/set-aside'
import { addMinutes } from '@credit-market/values/dates'
import { openSecrets, type Secrets } from '#server/auth/secrets'
import { queueAccountEmail } from '#server/auth/letters'
import { inspectFile } from '#server/files/supervised-inspection'
import type { DeliverableEmail, MailTransport } from '#server/mail/post'
import { MAIL_QUEUE, sendNextEmail } from '#server/mail/send'
import { claimNextItem as claimItem, MAX_UNANSWERED_ATTEMPTS } from '#server/queue/queue'
import { processNextItem } from '#server/queue/work'
import { requestTaskCancellation, claimTask } from '#server/tasks/queue'
import { startMatching } from '#server/work'
import { sendNextWebhookMessage } from '#server/webhooks/send'
import { waitUntil } from '../builders/world.ts'
import { startWebhookWorld, type WebhookWorld } from '../http/webhook-world.ts'

let market: WebhookWorld
let secrets: Secrets
beforeAll(async () => {
  market = await startWebhookWorld()
  secrets = openSecrets(market.world.config)
})
afterAll(() => market.close())

const database = () => market.world.store.db
const ADMINISTRATOR = 'sam'
const setAside = async () =>
  (await market.world.ask(ADMINISTRATOR, '/api/sysadmin/set-aside')).json<{ items: SetAsideItem[] }>().items
const tryAgain = async ({ queue, id }: Pick<SetAsideItem, 'queue' | 'id'>) =>
  (await market.world.ask(ADMINISTRATOR, `/api/sysadmin/set-aside/${queue}/${id}/retry`, { method: 'POST' }))
    .statusCode

afterEach(async () => {
  for (const table of ['mailOutbox', 'webhook', 'task', 'inspection'] as const)
    await database().deleteFrom(table).execute()
})

describe('emails', () => {
  const sent: DeliverableEmail[] = []
  const post: MailTransport = { deliver: async mail => void sent.push(mail), close: () => {} }
  const sending = (by: MailTransport) => ({
    ...{ runtime: market.world.runtime, secrets, publicUrl: 'https://market.example', post: by },
  })
  const letter = async () => {
    await queueAccountEmail(database(), 'password-changed', 'fay@x.example', {}, market.world.clock.now)
    sent.length = 0
  }
  const row = () => database().selectFrom('mailOutbox').selectAll().executeTakeFirstOrThrow()
  /** A server that has claimed the email and never finishes, as if it were killed. */
  const diesSending = () => {
    let began = (): void => {}
    const begun = new Promise<void>(resolve => {
      began = resolve
    })
    const deliver = () => {
      began()
      return new Promise<never>(() => {})
    }
    void sendNextEmail(sending({ deliver, close: () => {} }))
    return begun
  }
  const leaseEnds = () => market.forward(MAIL_QUEUE.leaseSeconds + 1)

  it('counts an attempt before it begins, so that a dying server has counted it', async () => {
    await letter()
    await diesSending()
    expect(await row()).toMatchObject({ state: 'queued', attempt: 1, unanswered: 1 })
    expect(await sendNextEmail(sending(post))).toBe(false)
  })

  it('sets aside an email after three servers died on it, and sends it when an administrator retries it', async () => {
    await letter()
    for (let death = 0; death < MAX_UNANSWERED_ATTEMPTS; death += 1) {
      await diesSending()
      leaseEnds()
    }
    expect(await sendNextEmail(sending(post))).toBe(true)
    expect(sent).toEqual([])
    const [item, ...others] = await setAside()
    expect(others).toEqual([])
    expect(item).toMatchObject({
      queue: 'email',
      what: 'password-changed',
      attempts: 4,
      lastError: expect.stringMatching(/^Three attempts ended without a result/),
    })
    leaseEnds()
    expect(await sendNextEmail(sending(post))).toBe(false)

    expect(await tryAgain(item!)).toBe(204)
    expect(await setAside()).toEqual([])
    expect(await sendNextEmail(sending(post))).toBe(true)
    expect(sent.map(({ to }) => to)).toEqual([['fay@x.example']])
    expect(await row()).toMatchObject({ state: 'sent', unanswered: 0 })
    expect(await tryAgain(item!)).toBe(404)
  })

  it('sets nothing aside for refusals by a mail server, which have their own schedule', async () => {
    await letter()
    const refuses: MailTransport = {
      deliver: async () => Promise.reject(new Error('450 later')),
      close: () => {},
    }
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect(await sendNextEmail(sending(refuses))).toBe(true)
      expect(await row()).toMatchObject({ state: 'queued', attempt, unanswered: 0, message: '450 later' })
      market.forward(60 * 60)
    }
    expect(await setAside()).toEqual([])
  })

  it('counts no attempt during a database outage', async () => {
    await letter()
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const { now } = market.world.clock
    const take = () =>
      claimItem(database(), MAIL_QUEUE, {
        now: database()
          .selectNoFrom(eb => eb.val(now).as('now'))
          .$castTo<string>(),
        pick: database().selectFrom('mailOutbox').select('id').$castTo<string>(),
      })
    const work = processNextItem(database(), MAIL_QUEUE, {
      now: () => now,
      take,
      perform: async () => Promise.reject(away),
    })
    await expect(work).rejects.toBe(away)
    expect(await row()).toMatchObject({ attempt: 0, unanswered: 0, message: null, notBefore: now })
  })
})

describe('messages to webhooks', () => {
  it('sets aside a message that fails three times, without delaying the next, and retries it', async () => {
    await market.begin()
    const hook = await market.make('fay', ['project.offered'])
    await market.send('fay', `/${hook.id}/test`)
    const broken = () => {
      throw new Error('The secret cannot be read')
    }
    const sending = { runtime: market.world.runtime, secrets, anywhere: true }
    for (let failure = 1; failure <= MAX_UNANSWERED_ATTEMPTS; failure += 1) {
      const fails = sendNextWebhookMessage({ ...sending, secrets: { ...secrets, decrypt: broken } })
      await expect(fails).rejects.toThrow('The secret cannot be read')
      expect(await setAside()).toHaveLength(failure === MAX_UNANSWERED_ATTEMPTS ? 1 : 0)
      if (failure < MAX_UNANSWERED_ATTEMPTS) market.forward(121)
    }
    const [item] = await setAside()
    expect(item).toMatchObject({
      queue: 'webhook',
      what: `webhook.test to ${new URL(market.receiver.url).host}`,
      attempts: MAX_UNANSWERED_ATTEMPTS,
      lastError: 'The secret cannot be read',
    })
    expect(await market.log('fay', hook)).toMatchObject([{ state: 'failed' }])
    await market.send('fay', `/${hook.id}/test`)
    expect(await sendNextWebhookMessage(sending)).toBe(true)
    expect(market.receiver.received).toHaveLength(1)

    expect(await tryAgain(item!)).toBe(204)
    expect(await sendNextWebhookMessage(sending)).toBe(true)
    expect(market.receiver.received.at(-1)?.headers['webhook-id']).toBe(item!.id)
    expect(await setAside()).toEqual([])
  })
})

describe('tasks', () => {
  const NOW = '2026-06-01T12:00:00.000Z'
  const queued = (id: string) =>
    database()
      .insertInto('task')
      .values({ id, kind: 'compareMatch', roundId: 'bidding', payload: '{}', createdAt: NOW })
      .execute()
  const leaseEnds = () =>
    database()
      .updateTable('task')
      .set({ leaseUntil: addMinutes(NOW, -1) })
      .where('state', '=', 'running')
      .execute()
  const task = () => database().selectFrom('task').selectAll().executeTakeFirstOrThrow()
  const dies = async () => {
    expect(await claimTask(database(), ['compareMatch'])).toBeDefined()
    await leaseEnds()
  }
  const works = async (done: () => Promise<boolean>) => {
    const work = startMatching(market.world.runtime, pino({ level: 'silent' }), 1)
    await waitUntil('the task has ended', done)
    await work.stop()
  }

  it('sets aside a task after three servers died on it, and does it when an administrator retries it', async () => {
    await queued('poison')
    for (let death = 0; death < MAX_UNANSWERED_ATTEMPTS; death += 1) await dies()
    await works(async () => (await task()).state === 'failed')
    expect(await task()).toMatchObject({ attempt: 4, finishedAt: expect.any(String) })
    const [item] = await setAside()
    expect(item).toMatchObject({ queue: 'task', id: 'poison', what: 'compareMatch: Round 1' })
    expect(await tryAgain(item!)).toBe(204)
    await works(async () => (await task()).state === 'done')
    expect(await task()).toMatchObject({ unanswered: 0, setAsideAt: null })
  })

  it('returns a set-aside task so that it can be cancelled', async () => {
    await queued('poison')
    for (let death = 0; death < MAX_UNANSWERED_ATTEMPTS; death += 1) await dies()
    await works(async () => (await task()).state === 'failed')
    expect(await requestTaskCancellation(database(), 'poison', 'Cancelled by Olga')).toBe(true)
    expect(await task()).toMatchObject({ state: 'queued', setAsideAt: null, cancelRequested: true })
  })
})

describe('inspections of files', () => {
  const SHA = 'ab'.repeat(32)
  /** The inspecting process ends when there is no file, as it would by an error in a parser. */
  const crash = () =>
    inspectFile(database(), SHA, {
      ask: 'kind',
      path: join(market.world.config.dataDir, 'nothing'),
      accept: ['pdf'],
    })

  it('sets aside a file whose inspection crashed three times, refuses it at once, and can retry it', async () => {
    for (let attempt = 0; attempt < MAX_UNANSWERED_ATTEMPTS; attempt += 1)
      expect(await crash()).toBeUndefined()
    await expect(crash()).rejects.toMatchObject({ status: 415 })
    const [item] = await setAside()
    expect(item).toMatchObject({ queue: 'inspection', id: `${SHA}-kind`, attempts: 3 })
    expect(await tryAgain(item!)).toBe(204)
    expect(await crash()).toBeUndefined()
  })

  it('asks for a retry when the process was killed from outside, and then accepts the file', async () => {
    const path = join(market.world.config.dataDir, 'slow')
    execFileSync('mkfifo', [path])
    const inspected = () => inspectFile(database(), 'cd'.repeat(32), { ask: 'kind', path, accept: ['csv'] })
    const first = inspected()
    // Opens once the process reads it.
    const unread = await open(path, 'w')
    for (const pid of inspectors()) process.kill(pid, 'SIGKILL')
    await expect(first).rejects.toMatchObject({ status: 503 })
    await unread.close()
    const second = inspected()
    await writeFile(path, 'a,b')
    expect(await second).toEqual({ type: 'text/csv' })
    expect(await setAside()).toEqual([])
  })
})

/** The processes of this test that inspect files. */
const inspectors = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const isOurs = new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status)
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('inspect-process')
          ? [Number(pid)]
          : []
      } catch {
        // The process has already ended.
        return []
      }
    })

it('shows set-aside items only to administrators', async () => {
  expect((await market.world.ask('olga', '/api/sysadmin/set-aside')).statusCode).toBe(403)
  expect((await market.world.ask(null, '/api/sysadmin/set-aside')).statusCode).toBe(401)
  const unknown = '/api/sysadmin/set-aside/nothing/1/retry'
  expect((await market.world.ask(ADMINISTRATOR, unknown, { method: 'POST' })).statusCode).toBe(404)
})
