import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openRuntime } from '#server/open-runtime'
import { type ActivityEntry, append } from '#server/store/activity'
import { openChangeFeed } from '#server/store/change-feed'
import { connect } from '#server/store/database'
import { verifyChain } from '#server/store/log-check'
import { openConnection, within } from '#server/store/one-connection'
import { openChainer, chainNow } from '#server/store/chaining'
import { addLogParts } from '#server/tasks/add-log-parts'
import type { Working } from '#server/tasks/schedule'
import { until } from '../builders/world.ts'
import { copyOf, tablesOnly } from '../builders/templates.ts'
import type { Reach } from '../postgres.ts'

let reach: Reach
let db: ReturnType<typeof connect>
let drop: () => Promise<void>
beforeAll(async () => {
  const copy = await copyOf(tablesOnly)
  reach = copy.connection
  drop = copy.remove
  db = connect(reach)
})
afterAll(async () => {
  await db.destroy()
  await drop()
})
beforeEach(() => chainNow(db))

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

const add = (...entries: ActivityEntry[]) => db.transaction().execute(trx => append(trx, entries))

/** A transaction that has added to the log and is still at work. */
const atWorkIn = async (...rounds: string[]) => {
  const trx = await db.startTransaction().execute()
  onTestFinished(async () => {
    if (!trx.isCommitted) await trx.rollback().execute()
  })
  await append(
    trx,
    rounds.map(round => entryIn(round)),
  )
  return trx
}

/** How many locks are waited for in this database. */
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

describe('who adds to the log', () => {
  it('waits for nobody who adds to it in another round, and for a commit in its own', async () => {
    const first = await atWorkIn('held')
    for (const round of ROUNDS) await add(entryIn(round))
    expect(await waited()).toBe(0)
    const next = add(entryIn('held'))
    await until('the next of the round waits', async () => (await waited()) === 1)
    await first.commit().execute()
    await next
    await chainNow(db)
    expect(await positionsIn('held')).toEqual([1, 2])
    for (const round of ROUNDS) expect(await positionsIn(round)).toEqual([1])
  })

  it('keeps the order of every round without gaps, whoever gives up, in whichever order rounds are named, and whoever chains', async () => {
    const servers = [1, 2].map(() => openChainer().start(db, () => {}))
    const attempts = Array.from({ length: 60 }, (_, nth) =>
      db.transaction().execute(async trx => {
        const [one, other] = nth % 2 === 0 ? (['here', 'there'] as const) : (['there', 'here'] as const)
        await append(trx, [entryIn(one), entryIn(other), entryIn(one)])
        if (nth % 3 === 0) throw new Error('given up')
      }),
    )
    const ended = await Promise.allSettled(attempts)
    expect(ended.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual(
      Array.from({ length: 20 }, () => 'Error: given up'),
    )
    await until('all is chained', async () => (await verifyChain(db)).length > 0 && (await waiting()) === 0)
    for (const { stop } of servers) await stop()
    const upTo60 = Array.from({ length: 60 }, (_, nth) => nth + 1)
    expect([await positionsIn('here'), await positionsIn('there')]).toEqual([upTo60, upTo60])
    expect(await verifyChain(db)).toMatchObject({ ok: true })
  })
})

const waiting = async (): Promise<number> =>
  (await db.selectFrom('activityWaiting').select('id').execute()).length

describe('what chains the log', () => {
  /** A server that has chained what there is and not committed it. */
  const chaining = async () => {
    const client = await openConnection(reach)
    onTestFinished(() => client.end())
    await client.query('begin')
    await chainNow(within(client))
    return client
  }

  it('is one server at a time: another passes over, and nothing is chained twice', async () => {
    await add(entryIn('one server'))
    const client = await chaining()
    const chainer = openChainer()
    const failures: unknown[] = []
    const other = chainer.start(db, error => failures.push(error))
    onTestFinished(() => other.stop())
    await add(entryIn('one server'))
    chainer.wake()
    expect(await waited()).toBe(0)
    expect(await positionsIn('one server')).toEqual([])
    await client.query('commit')
    await until('the other goes on', async () => (await positionsIn('one server')).length === 2)
    expect(await positionsIn('one server')).toEqual([1, 2])
    expect(failures).toEqual([])
    expect(await verifyChain(db)).toMatchObject({ ok: true })
  })

  it('goes on where a server ended between a commit and the chain, or in the midst of chaining', async () => {
    await add(entryIn('crash'), entryIn('crash'))
    const client = await chaining()
    await client.end()
    expect(await positionsIn('crash')).toEqual([])
    expect(await verifyChain(db)).toMatchObject({ ok: true })
    await chainNow(db)
    expect(await positionsIn('crash')).toEqual([1, 2])
    expect(await verifyChain(db)).toMatchObject({ ok: true })
  })

  it('lets news miss nothing, also what is committed after entries that were begun later', async () => {
    await sql`insert into market (id, version, name) values ('slow', 1, 'Slow'), ('fast', 1, 'Fast')`.execute(
      db,
    )
    const heard: string[] = []
    const feed = openChangeFeed(db)
    const silence = await feed.listen(changes => void heard.push(...changes.map(({ id }) => id)))
    onTestFinished(silence)
    const slow = await atWorkIn('slow')
    await add(entryIn('fast'))
    await chainNow(db)
    feed.look()
    await until('the later one is heard', async () => heard.length === 1)
    await slow.commit().execute()
    await chainNow(db)
    feed.look()
    await until('the earlier one is heard', async () => heard.length === 2)
    expect(heard).toEqual(['fast', 'slow'])
    const [[first], [second]] = [await chainedIn('fast'), await chainedIn('slow')]
    expect([second!.id < first!.id, second!.seq > first!.seq]).toEqual([true, true])
  })
})

describe('the parts of the log', () => {
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

  it('for the years to come are made ahead, and guarded as all are', async () => {
    const runtime = openRuntime(db, { now: () => `${thisYear + 1}-03-01T12:00:00.000Z` })
    const working = { runtime } as Working
    await addLogParts.run(working)
    await addLogParts.run(working)
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

  it('take in what no year was made for, and a year that is made too late stays where it is', async () => {
    const year = thisYear + 20
    await add(entryIn('far', `${year}-06-01T12:00:00.000Z`))
    await sql`select add_activity_part(${year}::int)`.execute(db)
    await add(entryIn('far', `${year}-06-02T12:00:00.000Z`))
    expect(await partOf('far')).toEqual(['activity_other', 'activity_other'])
    await chainNow(db)
    expect(await verifyChain(db)).toMatchObject({ ok: true })
  })
})
