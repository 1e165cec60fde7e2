import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { beginSession } from '#server/auth/sessions'
import { queueAccountEmail } from '#server/auth/letters'
import { connectDatabase } from '#server/store/database'
import { LOAD_COMPLETE_NOTE } from '#server/demonstration/notes'
import { writeInstallationValue } from '#server/store/notes'
import { openStore } from '#server/store/store'
import { firstStartInstallation, operatorIdIn } from '../builders/installation.ts'
import { copyTemplate } from '../builders/templates.ts'
import { personAt, submissionOf, waitUntil } from '../builders/world.ts'
import { bundleServer, startServer } from './process.ts'

it('a server killed while it sends an email and a message sends both again, under the same ids', async () => {
  const { main, remove: removeBundle } = await bundleServer()
  const { connection, dataDir, remove } = await copyTemplate(firstStartInstallation)
  const store = openStore(connectDatabase(connection))
  const { db } = store
  // Only a demonstration sends messages to programs on its own machine; this is a small one.
  await writeInstallationValue(db, 'founded', 'demonstration')
  await writeInstallationValue(db, LOAD_COMPLETE_NOTE, 'yes')
  const messages: string[] = []
  const letters: string[] = []
  let isToDie = true
  let server: Awaited<ReturnType<typeof startServer>> | undefined
  /** The first server is killed once both have reached their receivers, before either is answered. */
  const arrived = (): boolean => {
    if (isToDie && messages.length > 0 && letters.length > 0) void server?.kill('SIGKILL')
    return !isToDie
  }
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      messages.push(String(request.headers['webhook-id']))
      if (arrived()) response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  const post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        letters.push(/^Message-ID: (.*)$/im.exec(Buffer.concat(chunks).toString())?.[1] ?? '')
        if (arrived()) done()
      })
    },
  })
  // A killed client leaves its connection open.
  post.on('error', () => {})
  const mail = post.listen(0, '127.0.0.1')
  await Promise.all([once(receiver, 'listening'), once(mail, 'listening')])
  onTestFinished(async () => {
    receiver.closeAllConnections()
    receiver.close()
    post.close()
    removeBundle()
    await db.destroy()
    await remove()
  })
  const portOf = (one: { address(): unknown }) => (one.address() as AddressInfo).port
  const start = async () => {
    server = await startServer(main, dataDir, connection, {
      SMTP_URL: `smtp://127.0.0.1:${portOf(mail)}`,
      HOST: '127.0.0.1',
    })
    await server.says('The market is at')
    return server
  }
  const { url, ended } = await start()

  const operatorId = await operatorIdIn(store)
  const cookie = `session=${await beginSession(db, operatorId, new Date().toISOString())}`
  const operator = personAt(url, async () => cookie)
  const made = await operator.send(
    '/api/webhooks',
    submissionOf({ url: `http://127.0.0.1:${portOf(receiver)}/told`, types: ['organisation.changed'] }),
  )
  expect([made.status, made.body]).toEqual([200, expect.anything()])
  const [avon] = await store.read.list('organisation', { name: 'avon' })
  await operator.does('Comment', { kind: 'organisation', id: avon?.id ?? '' }, { comment: TEXT })
  await queueAccountEmail(db, 'password-changed', 'avon@avon.example', {}, new Date().toISOString())
  await ended

  const before = [...messages, ...letters]
  expect(before).toEqual([...new Set(before)])
  const waiting = async () => [
    ...(await db.selectFrom('webhookDelivery').select('id').where('state', '=', 'queued').execute()),
    ...(await db.selectFrom('mailOutbox').select('id').where('state', '=', 'queued').execute()),
  ]
  expect((await waiting()).map(({ id }) => id)).toContain(messages[0])
  // Ends the time for which the killed server had claimed them.
  const past = '2020-01-01T00:00:00.000Z'
  await db.updateTable('webhook').set({ busyUntil: null }).execute()
  await db.updateTable('webhookDelivery').set({ notBefore: past }).execute()
  await db.updateTable('mailOutbox').set({ notBefore: past }).execute()
  isToDie = false
  await start()
  await waitUntil('both are sent', async () => (await waiting()).length === 0)
  const came = [...messages, ...letters]
  expect(before.map(id => came.filter(one => one === id).length)).toEqual(before.map(() => 2))
})

const TEXT = {
  json: JSON.stringify({
    root: { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', text: 'Seen' }] }] },
  }),
}
