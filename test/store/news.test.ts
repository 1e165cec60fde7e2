import { sql } from 'kysely'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import type { RecordChange } from '#contract/home'
import { openChangeFeed } from '#server/store/change-feed'
import { type ActivityEntry, append } from '#server/store/activity'
import { clear, connect, migrate } from '#server/store/database'
import { openChainer } from '#server/store/chaining'
import { hearNews } from '#server/store/news'
import { until } from '../builders/world.ts'
import { copyOf, tablesOnly } from '../builders/templates.ts'
import type { Reach } from '../postgres.ts'

const about = (subjectId: string, subjectKind = 'market'): ActivityEntry => ({
  at: '2026-06-01T12:00:00.000Z',
  action: 'EditMarket',
  title: 'Edit market',
  actorId: null,
  forClientId: null,
  subjectKind,
  subjectId,
  roundId: null,
  fromStatus: null,
  toStatus: null,
  message: 'Edit market',
  details: {},
})

let reach: Reach
beforeAll(async () => {
  const database = await copyOf(tablesOnly)
  reach = database.connection
  const db = connect(reach)
  await sql`insert into market (id, version, name) values ('levels', 7, 'Levels')`.execute(db)
  await db.destroy()
  return database.remove
})

/** A server on the database, as far as news go: what it does, and what it hears. */
const server = async ({ isTold = true } = {}) => {
  const db = connect(reach)
  const feed = openChangeFeed(db)
  const news = isTold ? hearNews(reach, feed.look) : undefined
  const chainer = openChainer()
  const chaining = chainer.start(db, () => {})
  const heard: RecordChange[] = []
  const silence = await feed.listen(changes => void heard.push(...changes))
  onTestFinished(async () => {
    silence()
    await chaining.stop()
    await news?.stop()
    await db.destroy()
  })
  const acts = async (subjectId: string, subjectKind?: string) => {
    await db.transaction().execute(trx => append(trx, [about(subjectId, subjectKind)]))
    chainer.wake()
  }
  return { db, heard, acts }
}

const LEVELS = { kind: 'market', id: 'levels', version: 7 }

it('what is committed at one server is heard at every other, and at itself', async () => {
  const [one, other] = [await server(), await server()]
  for (let count = 1; count <= 5; count += 1) {
    await one.acts('levels')
    for (const { heard } of [one, other]) await until('it is heard', async () => heard.length === count, 40)
  }
  expect([...one.heard, ...other.heard]).toEqual(Array.from({ length: 10 }, () => LEVELS))
})

it('what is rolled back, not there or a list as such is not told', async () => {
  const { db, heard, acts } = await server()
  const failure = new Error('No')
  await expect(
    db.transaction().execute(async trx => {
      await append(trx, [about('levels')])
      throw failure
    }),
  ).rejects.toBe(failure)
  await acts('nowhere')
  await acts('x', 'no kind at all')
  await acts('markets', 'markets')
  await acts('levels')
  await until('something is heard', async () => heard.length > 0)
  expect(heard).toEqual([LEVELS])
})

it('a server that is told nothing, as behind a pooler, hears by looking', async () => {
  const [one, other] = [await server(), await server({ isTold: false })]
  await one.acts('levels')
  await until('it is heard', async () => other.heard.length === 1)
})

it('connections that break are opened again, and what was done in the meantime is heard', async () => {
  const [one, other] = [await server(), await server()]
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(one.db)
  await one.acts('levels')
  await until('it is heard', async () => other.heard.length === 1)
  await until('both listen again', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(one.db)
    return rows.length === 2
  })
})

it('after all has been taken away and begun anew, what is new is heard', async () => {
  const { db, heard, acts } = await server()
  await acts('levels')
  await until('it is heard', async () => heard.length === 1)
  await clear(db)
  await migrate(db)
  await sql`insert into market (id, version, name) values ('levels', 1, 'Levels')`.execute(db)
  await until('the beginning has been seen', async () => {
    await acts('levels')
    return heard.length > 1
  })
  expect(heard.at(-1)).toEqual({ ...LEVELS, version: 1 })
})
