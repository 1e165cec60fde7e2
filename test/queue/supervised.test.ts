import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SetAsideItem } from '#contract/set-aside'
import { addMinutes } from '#domain/dates'
import { openSecrets, type Secrets } from '#server/auth/secrets'
import { sendLetter } from '#server/auth/letters'
import { inspectFile } from '#server/files/supervised-inspection'
import type { Mail, Post } from '#server/mail/post'
import { MAIL, sendNext } from '#server/mail/send'
import { claim as claimItem, MOST_UNANSWERED } from '#server/queue/queue'
import { workOnNext } from '#server/queue/work'
import { requestCancel, claim } from '#server/tasks/queue'
import { startWork } from '#server/tasks/work'
import { sendNextMessage } from '#server/webhooks/send'
import { until } from '../builders/world.ts'
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
  const sent: Mail[] = []
  const post: Post = { deliver: async mail => void sent.push(mail), close: () => {} }
  const sending = (by: Post) => ({
    ...{ runtime: market.world.runtime, secrets, publicUrl: 'https://market.example', post: by },
  })
  const letter = async () => {
    await sendLetter(database(), 'password-changed', 'fay@x.example', {}, market.world.clock.now)
    sent.length = 0
  }
  const row = () => database().selectFrom('mailOutbox').selectAll().executeTakeFirstOrThrow()
  /** A server that has the letter in its hands and never answers, as if it were killed. */
  const diesSending = () => {
    let began = (): void => {}
    const begun = new Promise<void>(resolve => {
      began = resolve
    })
    const deliver = () => {
      began()
      return new Promise<never>(() => {})
    }
    void sendNext(sending({ deliver, close: () => {} }))
    return begun
  }
  const leaseEnds = () => market.forward(MAIL.leaseSeconds + 1)

  it('counts an attempt before it begins, so that a server that dies has counted it', async () => {
    await letter()
    await diesSending()
    expect(await row()).toMatchObject({ state: 'queued', attempt: 1, unanswered: 1 })
    expect(await sendNext(sending(post))).toBe(false)
  })

  it('sets an email aside that three servers died of, and sends it when an administrator tries it again', async () => {
    await letter()
    for (let death = 0; death < MOST_UNANSWERED; death += 1) {
      await diesSending()
      leaseEnds()
    }
    expect(await sendNext(sending(post))).toBe(true)
    expect(sent).toEqual([])
    const [item, ...others] = await setAside()
    expect(others).toEqual([])
    expect(item).toMatchObject({
      queue: 'email',
      what: 'password-changed',
      attempts: 4,
      lastError: expect.stringMatching(/^Three attempts ended without an answer/),
    })
    leaseEnds()
    expect(await sendNext(sending(post))).toBe(false)

    expect(await tryAgain(item!)).toBe(204)
    expect(await setAside()).toEqual([])
    expect(await sendNext(sending(post))).toBe(true)
    expect(sent.map(({ to }) => to)).toEqual([['fay@x.example']])
    expect(await row()).toMatchObject({ state: 'sent', unanswered: 0 })
    expect(await tryAgain(item!)).toBe(404)
  })

  it('sets nothing aside that a mail server refuses: that has its own schedule', async () => {
    await letter()
    const refuses: Post = { deliver: async () => Promise.reject(new Error('450 later')), close: () => {} }
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      expect(await sendNext(sending(refuses))).toBe(true)
      expect(await row()).toMatchObject({ state: 'queued', attempt, unanswered: 0, message: '450 later' })
      market.forward(60 * 60)
    }
    expect(await setAside()).toEqual([])
  })

  it('counts nothing against an email while the database is away', async () => {
    await letter()
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const { now } = market.world.clock
    const take = () =>
      claimItem(database(), MAIL, {
        now: database()
          .selectNoFrom(eb => eb.val(now).as('now'))
          .$castTo<string>(),
        pick: database().selectFrom('mailOutbox').select('id').$castTo<string>(),
      })
    const work = workOnNext(database(), MAIL, {
      now: () => now,
      take,
      perform: async () => Promise.reject(away),
    })
    await expect(work).rejects.toBe(away)
    expect(await row()).toMatchObject({ attempt: 0, unanswered: 0, message: null, notBefore: now })
  })
})

describe('messages to webhooks', () => {
  it('sets a message aside whose sending fails three times, without holding up the next, and tries it again', async () => {
    await market.begin()
    const hook = await market.make('fay', ['project.offered'])
    await market.send('fay', `/${hook.id}/test`)
    const broken = () => {
      throw new Error('The secret cannot be read')
    }
    const sending = { runtime: market.world.runtime, secrets, anywhere: true }
    for (let failure = 1; failure <= MOST_UNANSWERED; failure += 1) {
      const fails = sendNextMessage({ ...sending, secrets: { ...secrets, decrypt: broken } })
      await expect(fails).rejects.toThrow('The secret cannot be read')
      expect(await setAside()).toHaveLength(failure === MOST_UNANSWERED ? 1 : 0)
      if (failure < MOST_UNANSWERED) market.forward(121)
    }
    const [item] = await setAside()
    expect(item).toMatchObject({
      queue: 'webhook',
      what: `webhook.test to ${new URL(market.receiver.url).host}`,
      attempts: MOST_UNANSWERED,
      lastError: 'The secret cannot be read',
    })
    expect(await market.log('fay', hook)).toMatchObject([{ state: 'failed' }])
    await market.send('fay', `/${hook.id}/test`)
    expect(await sendNextMessage(sending)).toBe(true)
    expect(market.receiver.received).toHaveLength(1)

    expect(await tryAgain(item!)).toBe(204)
    expect(await sendNextMessage(sending)).toBe(true)
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
    expect(await claim(database(), ['compareMatch'])).toBeDefined()
    await leaseEnds()
  }
  const works = async (done: () => Promise<boolean>) => {
    const work = startWork(market.world.runtime, pino({ level: 'silent' }))
    await until('the task has ended', done)
    await work.stop()
  }

  it('sets a task aside that three servers died of, and does it when an administrator tries it again', async () => {
    await queued('poison')
    for (let death = 0; death < MOST_UNANSWERED; death += 1) await dies()
    await works(async () => (await task()).state === 'failed')
    expect(await task()).toMatchObject({ attempt: 4, finishedAt: expect.any(String) })
    const [item] = await setAside()
    expect(item).toMatchObject({ queue: 'task', id: 'poison', what: 'compareMatch: Round 1' })
    expect(await tryAgain(item!)).toBe(204)
    await works(async () => (await task()).state === 'done')
    expect(await task()).toMatchObject({ unanswered: 0, setAsideAt: null })
  })

  it('gives a task back to be cancelled that was set aside', async () => {
    await queued('poison')
    for (let death = 0; death < MOST_UNANSWERED; death += 1) await dies()
    await works(async () => (await task()).state === 'failed')
    expect(await requestCancel(database(), 'poison', 'Cancelled by Olga')).toBe(true)
    expect(await task()).toMatchObject({ state: 'queued', setAsideAt: null, cancelRequested: true })
  })
})

describe('inspections of files', () => {
  const SHA = 'ab'.repeat(32)
  /** The process that inspects ends where there is no file, as it would by a fault in a parser. */
  const crash = () =>
    inspectFile(database(), SHA, {
      ask: 'kind',
      path: join(market.world.config.dataDir, 'nothing'),
      accept: ['pdf'],
    })

  it('sets a file aside whose inspection ended three times, refuses it at once, and lets it be tried again', async () => {
    for (let attempt = 0; attempt < MOST_UNANSWERED; attempt += 1) expect(await crash()).toBeUndefined()
    await expect(crash()).rejects.toMatchObject({ status: 415 })
    const [item] = await setAside()
    expect(item).toMatchObject({ queue: 'inspection', id: `${SHA}-kind`, attempts: 3 })
    expect(await tryAgain(item!)).toBe(204)
    expect(await crash()).toBeUndefined()
  })

  it('asks to try again where the process was ended from outside, and then takes the file', async () => {
    const path = join(market.world.config.dataDir, 'slow')
    execFileSync('mkfifo', [path])
    const inspected = () => inspectFile(database(), 'cd'.repeat(32), { ask: 'kind', path, accept: ['csv'] })
    const first = inspected()
    // Opened once the process reads it.
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
        // It has ended meanwhile.
        return []
      }
    })

it('shows what was set aside to administrators only', async () => {
  expect((await market.world.ask('olga', '/api/sysadmin/set-aside')).statusCode).toBe(403)
  expect((await market.world.ask(null, '/api/sysadmin/set-aside')).statusCode).toBe(401)
  const unknown = '/api/sysadmin/set-aside/nothing/1/retry'
  expect((await market.world.ask(ADMINISTRATOR, unknown, { method: 'POST' })).statusCode).toBe(404)
})
