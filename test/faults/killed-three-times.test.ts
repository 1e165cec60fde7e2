import { createServer } from 'node:http'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { BulkAct } from '#contract/desk/bulk'
import type { SetAsideItem } from '#contract/desk/set-aside'
import { queueAccountEmail } from '#server/auth/letters'
import { beginSession } from '#server/auth/sessions'
import { LOAD_COMPLETE_NOTE } from '#server/demonstration/notes'
import { connectDatabase } from '#server/store/database'
import { writeInstallationValue } from '#server/store/notes'
import { openStore } from '#server/store/store'
import { listMailbox } from '#server/mail/post'
import { readRound, openSmallRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { copyTemplateWithRunningClock } from '../builders/templates.ts'
import { type Person, personAt, submissionOf, waitUntil } from '../builders/world.ts'
import { bundleServer, startServer } from './process.ts'

let server: Awaited<ReturnType<typeof bundleServer>>
beforeAll(async () => {
  server = await bundleServer()
})
afterAll(() => server.remove())

interface People {
  operator: Person
  supplier: Person
  administrator: Person
}

const PAST = '2020-01-01T00:00:00.000Z'

/** A market whose server dies right after each statement that matches `dieAfter`, until it is allowed to live. */
const deadly = async (dieAfter: string) => {
  const { connection, dataDir, remove } = await copyTemplateWithRunningClock(openSmallRound)
  const store = openStore(connectDatabase(connection))
  const { db } = store
  // Only a demonstration sends messages to its own machine.
  await writeInstallationValue(db, 'founded', 'demonstration')
  await writeInstallationValue(db, LOAD_COMPLETE_NOTE, 'yes')
  onTestFinished(async () => {
    await db.destroy()
    await remove()
  })
  const dying = join(dataDir, 'dying')
  const cookieOf = async (id: string) => `session=${await beginSession(db, id, new Date().toISOString())}`
  const start = async () => {
    const started = await startServer(server.main, dataDir, connection, {
      HOST: '127.0.0.1',
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'inject.ts')}`,
      ...{ DIE_AFTER: dieAfter, DIE_WHILE: dying },
    })
    await started.says('The market is at')
    const as = async (id: string) => {
      const cookie = await cookieOf(id)
      return personAt(started.url, async () => cookie)
    }
    const people: People = {
      operator: await as('operator'),
      supplier: await as('umbershaw.su14'),
      administrator: await as('sysadmin'),
    }
    return { ...started, ...people }
  }
  /** Expires the leases of dead servers, so that they do not delay the next one. */
  const leasesEnd = async () => {
    await db.updateTable('task').set({ leaseUntil: PAST }).where('state', '=', 'running').execute()
    // Interrupted work comes first again, before scheduled work.
    for (const table of ['mailOutbox', 'webhookDelivery'] as const)
      await db
        .updateTable(table)
        .set({ notBefore: PAST })
        .where('state', '=', 'queued')
        .where('attempt', '>', 0)
        .execute()
    await db.updateTable('webhook').set({ busyUntil: null }).execute()
    await db.updateTable('inspection').set({ leaseUntil: PAST }).execute()
  }
  const unlessItDied = (error: unknown): void => {
    // A broken connection is a TypeError of fetch.
    if (!(error instanceof TypeError)) throw error
  }
  /** The server dies three times on an item; returns the next server, which sets it aside, and what was set aside. */
  const dieThreeTimes = async (begin: (people: People) => Promise<unknown>, again = begin) => {
    for (let death = 0; death < 3; death += 1) {
      // The first server starts harmless, so that it accepts the request.
      if (death > 0) writeFileSync(dying, '')
      const one = await start().catch(() => undefined)
      if (one) {
        writeFileSync(dying, '')
        await (death === 0 ? begin : again)(one).catch(unlessItDied)
        await one.ended
      }
      rmSync(dying)
      await leasesEnd()
    }
    const { operator, administrator } = await start()
    const setAside = async () =>
      (await administrator.get<{ items: SetAsideItem[] }>('/api/sysadmin/set-aside')).items
    const retry = async ({ queue, id }: SetAsideItem) =>
      expect(
        (await administrator.send(`/api/sysadmin/set-aside/${queue}/${id}/retry`, { method: 'POST' })).status,
      ).toBe(204)
    return { operator, setAside, retry }
  }
  return { db, dataDir, dieThreeTimes }
}

const only = (setAside: () => Promise<SetAsideItem[]>, queue: SetAsideItem['queue']) =>
  waitUntil('it is set aside', async () => (await setAside()).find(one => one.queue === queue))
const nothing = async () => undefined

/** The everyday run covers a message; a long run covers each kind of item. */
const nightly = it.runIf(process.env.SOAK_KILLS)

nightly(
  'sets a match aside that a server died of three times, and matches when it is tried again',
  async () => {
    const { dieThreeTimes } = await deadly('update "task"[^]*attempt = attempt')
    const begin = ({ operator }: People) => operator.does('Match', SOMERSET_ROUND, { confirmed: true })
    const { operator, setAside, retry } = await dieThreeTimes(begin, nothing)
    const item = await only(setAside, 'task')
    expect(item.what).toMatch(/^match: /)
    expect((await readRound(operator)).status).not.toBe('Matched')
    await retry(item)
    await waitUntil('the round is matched', async () => (await readRound(operator)).status === 'Matched')
  },
)

nightly(
  'sets a bulk act aside that a server died of three times, and does it when it is tried again',
  async () => {
    const { db, dieThreeTimes } = await deadly('update "task"[^]*attempt = attempt')
    const items = await db.selectFrom('project').select('id').limit(3).execute()
    const children = [{ type: 'paragraph', children: [{ type: 'text', text: 'Seen' }] }]
    const comment = { json: JSON.stringify({ root: { type: 'root', children } }) }
    const begin = ({ operator }: People) =>
      operator.send(
        '/api/bulk-act',
        submissionOf({ key: 'all', kind: 'project', action: 'Comment', values: { comment }, items }),
      )
    const { operator, setAside, retry } = await dieThreeTimes(begin, nothing)
    const item = await only(setAside, 'task')
    expect(item.what).toBe('bulk')
    await retry(item)
    await waitUntil('it is done', async () => {
      const { state, done } = await operator.get<BulkAct>(`/api/bulk-act/${item.id}`)
      return state === 'done' && done === items.length
    })
  },
)

nightly(
  'sets an email aside that a server died of three times, and sends it when it is tried again',
  async () => {
    const { db, dataDir, dieThreeTimes } = await deadly('update "mail_outbox"[^]*attempt = attempt')
    const begin = () =>
      queueAccountEmail(db, 'password-changed', 'ada@x.example', {}, new Date().toISOString())
    const { setAside, retry } = await dieThreeTimes(begin, nothing)
    const item = await only(setAside, 'email')
    const arrived = async () => (await listMailbox(join(dataDir, 'mail'))).some(({ id }) => id === item.id)
    expect(await arrived()).toBe(false)
    await retry(item)
    await waitUntil('it has been sent', arrived)
  },
)

it('sets aside a message after the server died on it three times, and sends it when it is retried', async () => {
  const received: string[] = []
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => void receiver.close())
  const { dieThreeTimes } = await deadly('update "webhook_delivery"[^]*attempt = attempt')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const begin = async ({ supplier }: People) => {
    const made = await supplier.send('/api/webhooks', submissionOf({ url, types: ['project.changed'] }))
    expect([made.status, made.body]).toEqual([200, expect.anything()])
    await supplier.send(`/api/webhooks/${(made.body as { id: string }).id}/test`, { method: 'POST' })
  }
  const { setAside, retry } = await dieThreeTimes(begin, nothing)
  const item = await only(setAside, 'webhook')
  expect(received).toEqual([])
  await retry(item)
  await waitUntil('it has arrived', async () => received.includes(item.id))
})

nightly(
  'sets a file aside that a server died of three times, and inspects it when it is tried again',
  async () => {
    const { dieThreeTimes } = await deadly('insert into inspection')
    const content = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n')
    const upload = ({ operator }: Pick<People, 'operator'>) =>
      operator.send(
        '/api/project/P207/action/ReplaceDocument',
        submissionOf(
          { values: { tag: 'LandholderInfo', reason: 'A better one' } },
          { replacementFile: { name: 'a.pdf', content } },
        ),
      )
    const { operator, setAside, retry } = await dieThreeTimes(upload)
    expect((await upload({ operator })).status).toBe(415)
    const item = await only(setAside, 'inspection')
    await retry(item)
    expect((await upload({ operator })).status).toBe(200)
  },
)
