import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLastVerification } from '#server/verify/noted'
import { openSmallRound } from '../builders/rounds.ts'
import { copyTemplate } from '../builders/templates.ts'
import { waitUntil } from '../builders/world.ts'
import { operatedMarket } from './operated.ts'
import { bundleServer } from './process.ts'

let server: Awaited<ReturnType<typeof bundleServer>>
beforeAll(async () => {
  server = await bundleServer()
  // Made before the tests begin, because the first user waits for it.
  await (await copyTemplate(openSmallRound)).remove()
})
afterAll(() => server.remove())

/** A market by the clock of this machine: without that no job runs. */
const marketOfToday = async () => {
  const market = await operatedMarket(server, openSmallRound)
  await sql`create or replace function market_clock() returns timestamptz language sql volatile
    as 'select clock_timestamp()'`.execute(market.store.db)
  return market
}

/** A program that each thread runs first; it holds the thread of a verification, which can do nothing meanwhile. */
const gateIn = (folder: string) => {
  const [reached, opened, program] = ['reached', 'opened', 'gate.mjs'].map(name => join(folder, name))
  writeFileSync(
    program!,
    `import { existsSync, writeFileSync } from 'node:fs'
    import { isMainThread, workerData } from 'node:worker_threads'
    if (!isMainThread && workerData?.request?.scope) {
      writeFileSync(${JSON.stringify(reached)}, '')
      const turn = new Int32Array(new SharedArrayBuffer(4))
      while (!existsSync(${JSON.stringify(opened)})) Atomics.wait(turn, 0, 0, 20)
    }`,
  )
  return {
    settings: { NODE_OPTIONS: `--import ${pathToFileURL(program!).href}` },
    reached: () => waitUntil('the verification has begun', async () => existsSync(reached!)),
    open: () => writeFileSync(opened!, ''),
  }
}

it('pages are answered while the thread of a verification is held, and its findings reach the operator', async () => {
  const { store, start, dataDir } = await marketOfToday()
  await sql`update round set name = 'Renamed behind the back of the server' where id = 'RD-SOM-1'`.execute(
    store.db,
  )
  const gate = gateIn(dataDir)
  const { url, operator } = await start(gate.settings)
  await gate.reached()
  expect(await operator.get('/api/round/RD-SOM-1')).toMatchObject({ id: 'RD-SOM-1' })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await readLastVerification(store.db)).toBeNull()

  gate.open()
  const found = await waitUntil(
    'the market is verified',
    async () => (await readLastVerification(store.db)) ?? undefined,
  )
  expect(found).toMatchObject({ ok: false, wholeAt: null })
  expect(found.differences).toContainEqual(expect.objectContaining({ part: 'rows', what: 'round RD-SOM-1' }))
  const messages = await store.db
    .selectFrom('inboxItem')
    .selectAll()
    .where('kind', '=', 'records-differ')
    .execute()
  expect(messages.map(({ userId }) => userId)).toContain('operator')
})

it('a verification that is killed in the middle leaves no result, and is repeated at the next start', async () => {
  const { store, start } = await marketOfToday()
  const killed = await store.db.transaction().execute(async trx => {
    // Only the verification reads this table now, after the log and the rows.
    await sql`lock table money_posting in access exclusive mode`.execute(trx)
    const { kill } = await start()
    await waitUntil('the verification waits for the table', async () => {
      const { rows } = await sql<{ waiting: boolean }>`
        select exists (select from pg_locks where relation = 'money_posting'::regclass and not granted) as waiting`.execute(
        trx,
      )
      return rows[0]?.waiting
    })
    return kill('SIGKILL')
  })
  expect(killed.code).toBeNull()
  expect(await readLastVerification(store.db)).toBeNull()

  const { kill } = await start()
  const found = await waitUntil(
    'the market is verified',
    async () => (await readLastVerification(store.db)) ?? undefined,
  )
  expect(found).toMatchObject({ ok: true, differences: [] })
  expect((await kill('SIGTERM')).code).toBe(0)
})
