import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { beginSession } from '#server/auth/sessions'
import { connectDatabase } from '#server/store/database'
import { openStore } from '#server/store/store'
import { firstStartInstallation, operatorIdIn } from '../builders/installation.ts'
import { copyTemplate } from '../builders/templates.ts'
import { personAt, submissionOf, waitUntil } from '../builders/world.ts'
import { bundleServer, startServer } from './process.ts'

let server: Awaited<ReturnType<typeof bundleServer>>
beforeAll(async () => {
  server = await bundleServer()
})
afterAll(() => server.remove())

/** A market with a webhook at an address, and a message to send. */
const messageTo = async (url: string) => {
  const { connection, dataDir, remove } = await copyTemplate(firstStartInstallation)
  const store = openStore(connectDatabase(connection))
  onTestFinished(async () => {
    await store.db.destroy()
    await remove()
  })
  const started = await startServer(server.main, dataDir, connection, {
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '3',
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'inject.ts')}`,
  })
  await started.says('The market is at')
  const cookie = `session=${await beginSession(store.db, await operatorIdIn(store), new Date().toISOString())}`
  const operator = personAt(started.url, async () => cookie)
  const made = await operator.send('/api/webhooks', submissionOf({ url, types: ['organisation.changed'] }))
  expect([made.status, made.body]).toEqual([200, expect.anything()])
  const { id } = made.body as { id: string }
  expect((await operator.send(`/api/webhooks/${id}/test`, { method: 'POST' })).status).toBe(204)
  const delivery = () =>
    store.db.selectFrom('webhookDelivery').selectAll().where('webhookId', '=', id).executeTakeFirstOrThrow()
  return { ...started, store, delivery }
}

it('continues when the host of a webhook does not resolve, and shows the problem', async () => {
  const { url, store, delivery } = await messageTo('https://nobody.invalid/hook')
  const [attempt] = await waitUntil('an attempt was recorded', async () => {
    const attempts = await store.db.selectFrom('webhookAttempt').selectAll().execute()
    return attempts.length > 0 && attempts
  })
  expect(attempt).toMatchObject({ status: null, problem: expect.stringMatching(/nobody\.invalid/) })
  expect(await delivery()).toMatchObject({ state: 'queued', unanswered: 0, setAsideAt: null })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

it('logs an unhandled error with its context, drains, records the attempt and exits with 1', async () => {
  const { url, ended, says, delivery } = await messageTo('https://throws.invalid/hook')
  await says('Unhandled error: the server stops')
  const isAccepting = async () =>
    ((await (await fetch(`${url}/readyz`)).json()) as { accepting: boolean }).accepting
  await waitUntil('it is not ready any more', async () => !(await isAccepting()))
  const { code, lines } = await ended
  expect(code).toBe(1)
  const { id, unanswered, message } = await delivery()
  expect({ unanswered, message }).toEqual({ unanswered: 1, message: 'Injected by the test' })
  const line = lines.find(one => one.includes('Unhandled error: the server stops')) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    level: 60,
    of: 'uncaughtException',
    err: { message: 'Injected by the test' },
    doing: { kind: 'item', name: 'webhookDelivery', id },
  })
})
