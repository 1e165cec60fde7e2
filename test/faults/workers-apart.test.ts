import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { openSmallRound, readRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { copyTemplate } from '../builders/templates.ts'
import { waitUntil } from '../builders/world.ts'
import { operatedMarket } from './operated.ts'
import { bundleServer, startServer } from './process.ts'

let server: Awaited<ReturnType<typeof bundleServer>>
beforeAll(async () => {
  server = await bundleServer()
  // Made before the tests begin, because the first user waits for it.
  await (await copyTemplate(openSmallRound)).remove()
})
afterAll(() => server.remove())

it('a server that only serves leaves matches to workers; when one is killed, another finishes its match', async () => {
  const { store, start, dataDir, connection } = await operatedMarket(server, openSmallRound)
  const { operator } = await start({ MATCHES_AT_ONCE: '0' })
  const startWorker = async () => {
    const worker = await startServer(server.worker, dataDir, connection)
    await worker.says('The worker runs matches')
    return worker
  }
  const task = () =>
    store.db
      .selectFrom('task')
      .selectAll()
      .where('roundId', '=', SOMERSET_ROUND.id ?? '')
      .executeTakeFirstOrThrow()

  await operator.does('Match', SOMERSET_ROUND, { confirmed: true })
  expect(await task()).toMatchObject({ state: 'queued', attempt: 0 })
  expect((await readRound(operator)).status).toBe('Pending')

  const first = await startWorker()
  await waitUntil('the match is running', async () => (await task()).attempt > 0)
  await first.kill('SIGKILL')
  const broken = await task()

  const second = await startWorker()
  const round = await waitUntil(
    'the match has ended',
    async () => {
      const now = await readRound(operator)
      return !['Pending', 'Matching'].includes(now.status) && now
    },
    200,
  )
  expect(round.status).toBe('Matched')
  await waitUntil('the task has ended', async () => (await task()).state === 'done')
  expect((await task()).attempt).toBeGreaterThanOrEqual(broken.attempt)
  expect(await store.read.list('matchResult', { roundId: 'RD-SOM-1' })).toHaveLength(1)
  expect((await second.kill('SIGTERM')).code).toBe(0)
  await expectSoundAuditTrail(store)
})

it('a worker without a database, or with nothing to run, stops and says what to set', async () => {
  const { dataDir, connection } = await operatedMarket(server, openSmallRound)
  const alone = await startServer(server.worker, dataDir)
  expect(await alone.ended).toEqual({
    code: 1,
    lines: ['DATABASE_URL is missing: a worker takes its tasks from the database of the servers'],
  })
  const idle = await startServer(server.worker, dataDir, connection, { MATCHES_AT_ONCE: '0' })
  expect(await idle.ended).toEqual({
    code: 1,
    lines: ['MATCHES_AT_ONCE is 0: a worker needs at least 1, and the servers that only serve have 0'],
  })
})

it('a worker waits for tables of its version, and refuses those of a later one', async () => {
  const { store, dataDir, connection } = await operatedMarket(server, openSmallRound)
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration)
    returning name, timestamp`.execute(store.db)
  const [taken] = rows
  const worker = await startServer(server.worker, dataDir, connection)
  await worker.says('The database has tables of an earlier version: a server updates them; trying again')
  await sql`insert into kysely_migration values (${taken?.name}, ${taken?.timestamp})`.execute(store.db)
  await worker.says('The worker runs matches')

  await sql`insert into kysely_migration values ('9999-later', ${taken?.timestamp})`.execute(store.db)
  const outdated = await startServer(server.worker, dataDir, connection)
  expect(await outdated.ended).toEqual({
    code: 1,
    lines: ['The database has tables of a later version (9999-later): update this worker'],
  })
})
