import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { create } from '#actions/kit/changes'
import { clear, migrate } from '#server/store/database'
import { freshStore } from './open.ts'
import { given, samples } from './samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())

const addMarket = () => store.transaction(tx => tx.apply([create('market', samples.market)], given()))
const markets = () => store.read.list('market', {})

it('a cleared database has nothing in it and can be used again by the same server', async () => {
  await addMarket()
  // Several connections at once, all with statements of their own.
  await Promise.all(Array.from({ length: 8 }, markets))
  await clear(store.db)
  await migrate(store.db)
  expect(await Promise.all(Array.from({ length: 8 }, markets))).toEqual(Array.from({ length: 8 }, () => []))
  await addMarket()
  expect(await markets()).toHaveLength(1)
})

it('no connection that remembers what was there is used again', async () => {
  const { db } = store
  const connections = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = current_setting('application_name')`.execute(
      db,
    )
    return rows.map(row => row.pid)
  }
  await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.05)`.execute(db)))
  const before = await connections()
  expect(before.length).toBeGreaterThan(1)
  await clear(db)
  await migrate(db)
  expect((await connections()).filter(pid => before.includes(pid))).toEqual([])
})
