import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { create } from '#actions/kit/changes'
import { dropEverything, migrate } from '#server/store/database'
import { freshStore } from './open.ts'
import { createEffectContext, SAMPLES } from './samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())

const addMarket = () =>
  store.transaction(tx => tx.apply([create('market', SAMPLES.market)], createEffectContext()))
const markets = () => store.read.list('market', {})

it('a cleared database is empty and can be used again by the same server', async () => {
  await addMarket()
  // Several connections at once, each with prepared statements.
  await Promise.all(Array.from({ length: 8 }, markets))
  await dropEverything(store.db)
  await migrate(store.db)
  expect(await Promise.all(Array.from({ length: 8 }, markets))).toEqual(Array.from({ length: 8 }, () => []))
  await addMarket()
  expect(await markets()).toHaveLength(1)
})

it('connections that remember cleared data are not reused', async () => {
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
  await dropEverything(db)
  await migrate(db)
  expect((await connections()).filter(pid => before.includes(pid))).toEqual([])
})
