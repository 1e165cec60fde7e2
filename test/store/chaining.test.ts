import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openActionRuntime } from '#server/open-runtime'
import { type ActivityEntry, appendLogEntries } from '#server/store/activity'
import { openChangeFeed } from '#server/store/change-feed'
import { openDueWork } from '#server/store/due-work'
import { connectDatabase } from '#server/store/database'
import { verifyLogChain } from '#server/log/log-check'
import { openDirectConnection, wrapConnection } from '#server/store/one-connection'
import { openLogChainer, chainPendingEntries } from '#server/log/chaining'
import { addLogPartitions } from '#server/log/add-log-parts'
import type { JobContext } from '#server/tasks/schedule'
import { waitUntil } from '../builders/world.ts'
import { copyTemplate, emptyTables } from '../builders/templates.ts'
import type { DatabaseConnectionConfig } from '../postgres.ts'

let reach: DatabaseConnectionConfig
let db: ReturnType<typeof connectDatabase>
let drop: () => Promise<void>
beforeAll(async () => {
  const copy = await copyTemplate(emptyTables)
  reach = copy.connection
  drop = copy.remove
  db = connectDatabase(reach)
})
afterAll(async () => {
  await db.destroy()
  await drop()
})
beforeEach(() => chainPendingEntries(db))

const entryIn = (roundId: string, at = '2026-06-01T12:00:00.000Z'): ActivityEntry => ({
  at,
  action: 'SetOffer',
  title: 'Set offer',
  actorId: null,
  forClientId: null,
  subjectKind: 'market',
  subjectId: roundId,
  roundId,
  fromStatus: null,
  toStatus: null,
  message: 'Set offer',
  details: {},
})

const add = (...entries: ActivityEntry[]) => db.transaction().execute(trx => appendLogEntries(trx, entries))

/** A transaction that has added to the log and is still open. */
const atWorkIn = async (...rounds: string[]) => {
  const trx = await db.startTransaction().execute()
  onTestFinished(async () => {
    if (!trx.isCommitted) await trx.rollback().execute()
  })
  await appendLogEntries(
    trx,
    rounds.map(round => entryIn(round)),
  )
  return trx
}

/** The number of locks that are waited for in this database. */
const waited = async (): Promise<number> => {
  const { rows } = await sql<{ many: number }>`select count(*) as many from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
  return rows[0]!.many
}

const chainedIn = (round: string) =>
  db
    .selectFrom('activityChained')
    .select(['seq', 'id', 'position'])
    .where('stream', '=', round)
    .orderBy('seq')
    .execute()

const positionsIn = async (round: string) => (await chainedIn(round)).map(({ position }) => position)

const ROUNDS = Array.from({ length: 16 }, (_, nth) => `round-${nth}`)

describe('adding to the log', () => {
  it('does not wait for other rounds, and waits for a commit in its own', async () => {
    const first = await atWorkIn('held')
    for (const round of ROUNDS) await add(entryIn(round))
    expect(await waited()).toBe(0)
    const next = add(entryIn('held'))
    await waitUntil('the next of the round waits', async () => (await waited()) === 1)
    await first.commit().execute()
    await next
    await chainPendingEntries(db)
    expect(await positionsIn('held')).toEqual([1, 2])
    for (const round of ROUNDS) expect(await positionsIn(round)).toEqual([1])
  })

  it('keeps the order of every round without gaps, despite rollbacks, in any order of rounds and chaining', async () => {
    const servers = [1, 2].map(() => openLogChainer().start({ db, dueWork: openDueWork(db) }, () => {}))
    const attempts = Array.from({ length: 60 }, (_, nth) =>
      db.transaction().execute(async trx => {
        const [one, other] = nth % 2 === 0 ? (['here', 'there'] as const) : (['there', 'here'] as const)
        await appendLogEntries(trx, [entryIn(one), entryIn(other), entryIn(one)])
        if (nth % 3 === 0) throw new Error('given up')
      }),
    )
    const ended = await Promise.allSettled(attempts)
    expect(ended.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual(
      Array.from({ length: 20 }, () => 'Error: given up'),
    )
    await waitUntil(
      'everything is chained',
      async () => (await verifyLogChain(db)).length > 0 && (await waiting()) === 0,
    )
    for (const { stop } of servers) await stop()
    const upTo60 = Array.from({ length: 60 }, (_, nth) => nth + 1)
    expect([await positionsIn('here'), await positionsIn('there')]).toEqual([upTo60, upTo60])
    expect(await verifyLogChain(db)).toMatchObject({ ok: true })
  })
})

const waiting = async (): Promise<number> =>
  (await db.selectFrom('activityWaiting').select('id').execute()).length

describe('chaining the log', () => {
  /** A server that has chained everything and not committed yet. */
  const chaining = async () => {
    const client = await openDirectConnection(reach)
    onTestFinished(() => client.end())
    await client.query('begin')
    await chainPendingEntries(wrapConnection(client))
    return client
  }

  it('is done by one server at a time: others skip it, and nothing is chained twice', async () => {
    await add(entryIn('one server'))
    const client = await chaining()
    const chainer = openLogChainer()
    const failures: unknown[] = []
    const other = chainer.start({ db, dueWork: openDueWork(db) }, error => failures.push(error))
    onTestFinished(() => other.stop())
    await add(entryIn('one server'))
    chainer.wake()
    expect(await waited()).toBe(0)
    expect(await positionsIn('one server')).toEqual([])
    await client.query('commit')
    await waitUntil('the other continues', async () => (await positionsIn('one server')).length === 2)
    expect(await positionsIn('one server')).toEqual([1, 2])
    expect(failures).toEqual([])
    expect(await verifyLogChain(db)).toMatchObject({ ok: true })
  })

  it('continues where a server ended between a commit and the chain, or during chaining', async () => {
    await add(entryIn('crash'), entryIn('crash'))
    const client = await chaining()
    await client.end()
    expect(await positionsIn('crash')).toEqual([])
    expect(await verifyLogChain(db)).toMatchObject({ ok: true })
    await chainPendingEntries(db)
    expect(await positionsIn('crash')).toEqual([1, 2])
    expect(await verifyLogChain(db)).toMatchObject({ ok: true })
  })

  it('misses no changes, including commits after entries that began later', async () => {
    await sql`insert into market (id, version, name) values ('slow', 1, 'Slow'), ('fast', 1, 'Fast')`.execute(
      db,
    )
    const heard: string[] = []
    const feed = openChangeFeed(db, openDueWork(db))
    const silence = await feed.listen(changes => void heard.push(...changes.map(({ id }) => id)))
    onTestFinished(silence)
    const slow = await atWorkIn('slow')
    await add(entryIn('fast'))
    await chainPendingEntries(db)
    feed.look()
    await waitUntil('the later one has arrived', async () => heard.length === 1)
    await slow.commit().execute()
    await chainPendingEntries(db)
    feed.look()
    await waitUntil('the earlier one has arrived', async () => heard.length === 2)
    expect(heard).toEqual(['fast', 'slow'])
    const [[first], [second]] = [await chainedIn('fast'), await chainedIn('slow')]
    expect([second!.id < first!.id, second!.seq > first!.seq]).toEqual([true, true])
  })
})

describe('the partitions of the log', () => {
  const parts = async () =>
    (
      await sql<{ part: string; guarded: boolean }>`
        select inhrelid::regclass::text as part, exists (select from pg_trigger
          where tgrelid = inhrelid and tgname = 'activity_is_final' and tgenabled = 'A' and tgtype = 58) as guarded
        from pg_inherits where inhparent = 'activity'::regclass order by 1`.execute(db)
    ).rows
  const partOf = async (id: string) =>
    (
      await sql<{ part: string }>`
        select tableoid::regclass::text as part from activity where stream = ${id} order by id`.execute(db)
    ).rows.map(({ part }) => part)
  const thisYear = new Date().getUTCFullYear()

  it('are created ahead for coming years, and protected like all', async () => {
    const runtime = openActionRuntime(db, { now: () => `${thisYear + 1}-03-01T12:00:00.000Z` })
    const working = { runtime } as JobContext
    await addLogPartitions.run(working)
    await addLogPartitions.run(working)
    expect(await parts()).toEqual(
      [`activity_${thisYear + 2}`, `activity_${thisYear + 3}`, 'activity_first', 'activity_other'].map(
        part => ({
          part,
          guarded: true,
        }),
      ),
    )
    await add(
      entryIn('years', `${thisYear}-12-31T23:59:59.999Z`),
      entryIn('years', `${thisYear + 2}-01-01T00:00:00.000Z`),
    )
    expect(await partOf('years')).toEqual(['activity_first', `activity_${thisYear + 2}`])
    for (const statement of [
      `delete from activity_${thisYear + 2}`,
      `truncate activity_${thisYear + 2}`,
      'update activity_other set message = message',
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('The activity log can only be added to')
  })

  it('receive rows without a yearly one, which stay there when the year is created late', async () => {
    const year = thisYear + 20
    await add(entryIn('far', `${year}-06-01T12:00:00.000Z`))
    await sql`select add_activity_part(${year}::int)`.execute(db)
    await add(entryIn('far', `${year}-06-02T12:00:00.000Z`))
    expect(await partOf('far')).toEqual(['activity_other', 'activity_other'])
    await chainPendingEntries(db)
    expect(await verifyLogChain(db)).toMatchObject({ ok: true })
  })
})
