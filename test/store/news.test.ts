import { sql } from 'kysely'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import type { ChangedRecord } from '#contract/desk/home'
import { openChangeFeed } from '#server/store/change-feed'
import { openDueWork } from '#server/store/due-work'
import { type ActivityEntry, appendLogEntries } from '#server/store/activity'
import { dropEverything, connectDatabase, migrate } from '#server/store/database'
import { openLogChainer } from '#server/log/chaining'
import { listenForEntries } from '#server/store/news'
import { waitUntil } from '../builders/world.ts'
import { copyTemplate, emptyTables } from '../builders/templates.ts'
import type { DatabaseConnectionConfig } from '../postgres.ts'

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

let reach: DatabaseConnectionConfig
beforeAll(async () => {
  const database = await copyTemplate(emptyTables)
  reach = database.connection
  const db = connectDatabase(reach)
  await sql`insert into market (id, version, name) values ('levels', 7, 'Levels')`.execute(db)
  await db.destroy()
  return database.remove
})

/** A server on the database, as far as changes go: its writes, and the changes it receives. */
const server = async ({ isTold = true } = {}) => {
  const db = connectDatabase(reach)
  const dueWork = openDueWork(db)
  const feed = openChangeFeed(db, dueWork)
  const news = isTold ? listenForEntries(reach, feed.look) : undefined
  const chainer = openLogChainer()
  const chaining = chainer.start({ db, dueWork }, () => {})
  const heard: ChangedRecord[] = []
  const silence = await feed.listen(changes => void heard.push(...changes))
  onTestFinished(async () => {
    silence()
    await chaining.stop()
    await news?.stop()
    await db.destroy()
  })
  const acts = async (subjectId: string, subjectKind?: string) => {
    await db.transaction().execute(trx => appendLogEntries(trx, [about(subjectId, subjectKind)]))
    chainer.wake()
  }
  return { db, heard, acts }
}

const LEVELS = { kind: 'market', id: 'levels', version: 7 }

it('a commit at one server reaches every server, including itself', async () => {
  const [one, other] = [await server(), await server()]
  for (let count = 1; count <= 5; count += 1) {
    await one.acts('levels')
    for (const { heard } of [one, other])
      await waitUntil('the change has arrived', async () => heard.length === count, 40)
  }
  expect([...one.heard, ...other.heard]).toEqual(Array.from({ length: 10 }, () => LEVELS))
})

it('a rollback, a missing subject and a list as such are not announced', async () => {
  const { db, heard, acts } = await server()
  const failure = new Error('No')
  await expect(
    db.transaction().execute(async trx => {
      await appendLogEntries(trx, [about('levels')])
      throw failure
    }),
  ).rejects.toBe(failure)
  await acts('nowhere')
  await acts('x', 'no kind at all')
  await acts('markets', 'markets')
  await acts('levels')
  await waitUntil('a change has arrived', async () => heard.length > 0)
  expect(heard).toEqual([LEVELS])
})

it('a server without notifications, as behind a pooler, polls for changes', async () => {
  const [one, other] = [await server(), await server({ isTold: false })]
  await one.acts('levels')
  await waitUntil('the change has arrived', async () => other.heard.length === 1)
})

it('broken connections are reopened, and changes from the meantime arrive', async () => {
  const [one, other] = [await server(), await server()]
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(one.db)
  await one.acts('levels')
  await waitUntil('the change has arrived', async () => other.heard.length === 1)
  await waitUntil('both listen again', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(one.db)
    return rows.length === 2
  })
})

it('changes arrive after everything has been cleared and started again', async () => {
  const { db, heard, acts } = await server()
  await acts('levels')
  await waitUntil('the change has arrived', async () => heard.length === 1)
  await dropEverything(db)
  await migrate(db)
  await sql`insert into market (id, version, name) values ('levels', 1, 'Levels')`.execute(db)
  await waitUntil('the start has been seen', async () => {
    await acts('levels')
    return heard.length > 1
  })
  expect(heard.at(-1)).toEqual({ ...LEVELS, version: 1 })
})
