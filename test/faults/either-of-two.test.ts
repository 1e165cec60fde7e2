import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { beginSession } from '#server/auth/sessions'
import { connectDatabase } from '#server/store/database'
import { openStore } from '#server/store/store'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { readRound, openSmallRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { copyTemplate, copyTemplateWithRunningClock } from '../builders/templates.ts'
import { runToolWith } from '../builders/tools.ts'
import { personAt, submissionOf, waitUntil } from '../builders/world.ts'
import { createFreshDatabase, connectionUrlOf } from '../postgres.ts'
import { followChanges, sendWithFailover } from './clients.ts'
import { bundleServer, startServer } from './process.ts'

/** The everyday run kills each server once; SOAK_KILLS sets how often a long run kills one or the other. */
const KILLS = Number(process.env.SOAK_KILLS) || 2

let server: Awaited<ReturnType<typeof bundleServer>>
beforeAll(async () => {
  server = await bundleServer()
  await (await copyTemplate(openSmallRound)).remove()
})
afterAll(() => server.remove())

const market = async () => {
  const { connection, dataDir, remove } = await copyTemplateWithRunningClock(openSmallRound)
  const store = openStore(connectDatabase(connection))
  onTestFinished(async () => {
    await store.db.destroy()
    await remove()
  })
  const cookie = `session=${await beginSession(store.db, 'operator', new Date().toISOString())}`
  const start = async (where = dataDir) => {
    const started = await startServer(server.main, where, connection)
    return { ...started, operator: personAt(started.url, async () => cookie) }
  }
  const ready = async () => {
    const started = await start()
    await started.says('The market is at')
    return started
  }
  return { connection, dataDir, store, cookie, start, ready }
}

const emptyFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'credit-market-second-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const LAND = 'project/P207'
const OTHER = 'P208'

const comment = (text: string, subject = LAND) => {
  const root = {
    type: 'root',
    children: [{ type: 'paragraph', children: [{ type: 'text', text }] }],
  }
  const submission = submissionOf({ values: { comment: { json: JSON.stringify({ root }) } } })
  return { path: `/api/${subject}/action/Comment`, key: text, ...submission }
}

const paperOf = (text: string) =>
  Buffer.from(`%PDF-1.4\n% ${text}\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n`)
const document = (text: string) => ({
  path: `/api/${LAND}/action/ReplaceDocument`,
  key: text,
  ...submissionOf(
    { values: { tag: 'LandholderInfo', reason: text } },
    { replacementFile: { name: `${text}.pdf`, content: paperOf(text) } },
  ),
})

it('clients that switch between two servers notice nothing else when one is killed or stopped under load', async () => {
  const { store, cookie, ready } = await market()
  const servers = [await ready(), await ready()]
  const urls = () => servers.map(({ url }) => url)
  const pages = [0, 1].map(first => followChanges(urls, cookie, first))
  onTestFinished(() => pages.forEach(page => page.close()))
  const done = { comments: [] as string[], documents: [] as string[] }

  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = kill % 2
    const signal = Math.floor(kill / 2 + victim) % 2 === 0 ? 'SIGKILL' : 'SIGTERM'
    await waitUntil('both pages are open', async () => pages.every(({ isOpen }) => isOpen()))
    const writing = (make: typeof comment | typeof document, into: string[], writer: number, count: number) =>
      (async () => {
        for (let nth = 0; nth < count; nth += 1) {
          const text = `${into === done.comments ? 'c' : 'd'} ${kill} ${writer} ${nth}`
          const { status, body } = await sendWithFailover(urls, cookie, make(text), writer)
          expect([text, status, body]).toEqual([text, 200, expect.anything()])
          into.push(text)
        }
      })()
    const before = done.comments.length
    const writers = [
      ...[0, 1, 2, 3].map(writer => writing(comment, done.comments, writer, 8)),
      ...[0, 1].map(writer => writing(document, done.documents, writer, 3)),
    ]
    await waitUntil('some have been acknowledged', async () => done.comments.length > before + 4 + (kill % 7))
    const ended = servers[victim]!.kill(signal)
    await Promise.all(writers)
    expect((await ended).code).toBe(signal === 'SIGTERM' ? 0 : null)

    await waitUntil('both pages are open at the other', async () => pages.every(({ isOpen }) => isOpen()))
    await sendWithFailover(urls, cookie, comment(`m ${kill}`, `project/${OTHER}`), 1 - victim)
    await waitUntil('both pages have received the change', async () =>
      pages.every(({ heard }) => heard(OTHER) > kill),
    )
    servers[victim] = await ready()
  }

  const texts = (await store.read.list('comment', { subjectId: 'P207' })).map(({ text }) => text)
  expect(texts.filter(text => text.startsWith('c ')).toSorted()).toEqual(done.comments.toSorted())
  const filed = await store.read.list('filedDocument', { ownerId: 'P207', tag: 'LandholderInfo' })
  for (const text of done.documents) {
    const sha256 = createHash('sha256').update(paperOf(text)).digest('hex')
    const its = filed.filter(one => one.sha256 === sha256)
    expect([text, its.length]).toEqual([text, 1])
    for (const { operator } of servers) {
      const { status, body } = await operator.send(`/api/file/${its[0]?.id}`)
      expect([status, body]).toEqual([200, paperOf(text).toString()])
    }
  }
  await expectSoundAuditTrail(store)
})

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'a match started on one server is finished by the other after %s',
  async signal => {
    const { store, ready } = await market()
    const [one, other] = [await ready(), await ready()]
    const task = () =>
      store.db
        .selectFrom('task')
        .selectAll()
        .where('roundId', '=', SOMERSET_ROUND.id ?? '')
        .executeTakeFirst()
    // While it sleeps, the other takes the match.
    process.kill(other.pid ?? 0, 'SIGSTOP')
    await one.operator.does('Match', SOMERSET_ROUND, { confirmed: true })
    await waitUntil('the match is running', async () => (await task())?.state === 'running')
    const ended = one.kill(signal)
    process.kill(other.pid ?? 0, 'SIGCONT')
    await ended
    const round = await waitUntil('the match has ended', async () => {
      const now = await readRound(other.operator)
      return !['Pending', 'Matching'].includes(now.status) && now
    })
    expect(round.status).toBe('Matched')
    expect(await task()).toMatchObject({ state: 'done' })
    expect(await store.read.list('matchResult', { roundId: SOMERSET_ROUND.id ?? '' })).toHaveLength(1)
    await expectSoundAuditTrail(store)
  },
)

it('a second server needs the key and files of the first; a server ends with one line when the key changes', async () => {
  const { connection, dataDir, store, start, ready } = await market()
  const first = await ready()
  const elsewhere = emptyFolder()
  const refused = async () => {
    const { code, lines } = await (await start(elsewhere)).ended
    expect([code, lines.length]).toEqual([1, 1])
    return lines[0]
  }
  expect(await refused()).toMatch(
    /^The key in .*secret\.key \(SECRET_KEY is not set\) is not the key of this market/,
  )
  const env = { DATABASE_URL: connectionUrlOf(connection), DEMO: 'off' }
  expect(await runToolWith({ ...env, DATA_DIR: elsewhere }, 'rotate-key')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not the key of this market'),
  })
  expect(await runToolWith({ ...env, DATA_DIR: dataDir }, 'rotate-key')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('copy it to all other servers and restart them'),
  })
  const { code, lines } = await first.ended
  expect([code, lines.at(-1)]).toEqual([1, expect.stringContaining('The market’s key has changed')])
  await ready()

  await store.db.deleteFrom('meta').where('key', '=', 'key-fingerprint').execute()
  expect(await refused()).toMatch(/^The folder files in .* does not contain the documents of this market/)
})

it('two servers can make the first start of a market simultaneously', async () => {
  const { connection, drop } = await createFreshDatabase()
  const dataDir = emptyFolder()
  const db = connectDatabase(connection)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  const both = await Promise.all([0, 1].map(() => startServer(server.main, dataDir, connection)))
  await Promise.all(both.map(({ says }) => says('The market is at')))
  // Their scheduled jobs may already have published a checkpoint, which is an action, too.
  const entries = await db
    .selectFrom('activity')
    .select('action')
    .where('action', '!=', 'NoteCheckpoint')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([{ action: 'Found' }, { action: 'TakeOverReferenceData' }])
  for (const { url } of both) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await Promise.all(both.map(({ kill }) => kill('SIGTERM')))
})
