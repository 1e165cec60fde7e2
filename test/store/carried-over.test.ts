import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '#domain/canonical'
import type { Certification } from '#domain/project'
import { found, foundingOf } from '#server/founding'
import { openRuntime } from '#server/open-runtime'
import { hashOf } from '#server/store/activity'
import { verifyChain } from '#server/store/log-check'
import { chainNow } from '#server/store/chaining'
import { connect, migrate } from '#server/store/database'
import { detailsOf } from '#server/store/personal'
import { openStore } from '#server/store/store'
import type { Database } from '#server/store/tables'
import { endLeftBehind } from '#server/tasks/end-what-is-left'
import type { Working } from '#server/tasks/schedule'
import { ledgerFaults } from '#server/store/ledger-check'
import { atOneMoment } from '#server/store/one-moment'
import { rows as followFromTheLog } from '#server/verify/rows'
import { verify } from '#server/verify/verify'
import { serve } from '../builders/world.ts'
import { freshDatabase } from '../postgres.ts'
import { COPIES, migrateTo, putRows, type Rows, rowsOf } from './earlier-version.ts'

/** An entry that is in no stream; its ids are no part of what is hashed. */
const OF_BEFORE_STREAMS = {
  ...{ id: 0, entryId: 0, stream: null, position: null, rowsBatch: null, rowsHash: null },
}

/** What the log told of people stood in its entries, and no note said as what the market was founded. */
const isOfBefore15 = (version: string): boolean => version < '0015'

/** Entries were numbered and chained as they were written, and stood in no stream. */
const isOfBefore20 = (version: string): boolean => version < '0020'

/** Their text may be rewritten, and there may be more of them: see below. */
const REWRITTEN = ['activity', 'activity_head', 'activity_personal']

/** A log of before had no tree yet. */
const isOfBefore53 = (version: string): boolean => version < '0053'

/**
 * Marks of changes are beyond what a number here tells apart, and differences of counts are folded; an entry of the update is
 * counted in its stream and waits to be chained.
 */
const ANEW = ['change_mark', 'kept_count', 'activity_stream', 'activity_waiting']

/** Two entries more, as earlier versions wrote what people said into the message. */
const withQuotes = (rows: Rows): Rows => {
  const head = rows.activity_head![0]!
  const said = 'Ines Plover: "so", she said;\n\tas agreed \u0001 \u007f \u2028 é 🦫 C:\\'
  for (const [action, message] of [
    ['ImportMatch', `Import match; ${said}`],
    ['ExplainFault', `Entry 3 is missing: ${said}`],
  ] as const) {
    const [seq, prevHash] = [Number(head.seq) + 1, String(head.hash)]
    const about = { actorId: 'operator', forClientId: null, roundId: null, fromStatus: null, toStatus: null }
    const title = action === 'ImportMatch' ? 'Import match' : 'Explain a fault of the log'
    const details = action === 'ImportMatch' ? '{}' : '{"found":null,"seq":3,"to":3,"why":"is missing"}'
    const of = { subjectKind: 'organisation', subjectId: 'OP01', at: '2026-11-22T10:11:12.130Z' }
    const entry = { seq, action, title, message, details, prevHash, ...about, ...of }
    Object.assign(head, { seq, hash: hashOf({ ...entry, ...OF_BEFORE_STREAMS }) })
    rows.activity!.push(
      Object.fromEntries(
        Object.entries({ ...entry, hash: head.hash }).map(([name, value]) => [
          name.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`),
          value,
        ]),
      ),
    )
  }
  return rows
}

describe.each(COPIES)('an installation of the version with migration %s', version => {
  let db: Kysely<Database>
  let before: Rows
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    database = await freshDatabase()
    db = connect(database.connection)
    before = isOfBefore15(version) ? withQuotes(rowsOf(version)) : rowsOf(version)
    await migrateTo(db, version)
    await putRows(db, before)
    await sql`insert into credential (user_id, password_hash, changed_at)
      select id, 'of before', now() from "user" on conflict do nothing`.execute(db)
    await migrate(db)
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  it('every row is still there, and says what it said', async () => {
    for (const [table, rows] of Object.entries(before)) {
      if (ANEW.includes(table) || (isOfBefore20(version) && REWRITTEN.includes(table))) continue
      const { rows: now } = await sql<{ row: Record<string, unknown> }>`
        select to_json(t) as row from ${sql.id(table)} as t
        where ${table} <> 'activity' or to_json(t) ->> 'action' <> 'BringUpToDate'`.execute(db)
      const columns = Object.keys(rows[0] ?? {})
      const said = (row: Record<string, unknown>) => JSON.stringify(columns.map(column => row[column]))
      const are = now.map(({ row }) => said(row))
      // The update commits to the rows that it changes, so there may be more of these.
      const kept = table === 'activity_row' ? are.slice(0, rows.length) : are
      expect([table, kept.toSorted()]).toEqual([table, rows.map(said).toSorted()])
    }
  })

  it.runIf(isOfBefore20(version))('entries keep numbers and hashes, as ids and in the chain', async () => {
    const entries = await db.selectFrom('activityChained').selectAll().orderBy('seq').execute()
    const numbered = before.activity!.toSorted((a, b) => Number(a.seq) - Number(b.seq))
    const isKept = ({ seq, id, hash, stream }: (typeof entries)[number]) => [seq, id, hash, stream]
    expect(entries.slice(0, numbered.length).map(isKept)).toEqual(
      numbered.map(({ seq, hash }) => [seq, seq, hash, null]),
    )
  })

  it.skipIf(isOfBefore15(version))(
    'what is told of people beside the entries stays beside them',
    async () => {
      const { rows } = await sql<{ row: Record<string, unknown> }>`select to_json(one) as row
      from (select entry_id as entry, path, value, salt from activity_personal) as one`.execute(db)
      const said = ({ seq, entry_id: id = seq, entry = id, path, value, salt }: Record<string, unknown>) =>
        JSON.stringify([entry, path, value, salt])
      expect(rows.map(({ row }) => said(row)).toSorted()).toEqual(
        before.activity_personal!.map(said).toSorted(),
      )
    },
  )

  it.runIf(isOfBefore15(version))(
    'entries of the log hold no personal value any more and say what they said',
    async () => {
      const entries = await db.selectFrom('activityChained').selectAll().orderBy('seq').execute()
      const was = before.activity!.toSorted((a, b) => Number(a.seq) - Number(b.seq))
      const record = entries[was.length]!
      expect(entries).toHaveLength(was.length + 1)
      const rewritten = entries.filter(
        (entry, index) => entry.details !== was[index]?.details && entry !== record,
      )
      expect(record).toMatchObject({ action: 'TakeOutPersonal', prevHash: was.at(-1)?.hash })
      expect(JSON.parse(record.details)).toMatchObject({
        before: was.at(-1)?.hash,
        entries: rewritten.length,
      })
      const names = was.flatMap(({ details }) => {
        const { certification } = JSON.parse(String(details)) as { certification?: Certification }
        return certification ? [certification.assessedByName, certification.reviewedByName] : []
      })
      expect(names.length).toBeGreaterThan(0)
      expect(entries.filter(({ action }) => action === 'ImportMatch')).toMatchObject([
        { message: 'Import match' },
      ])
      const log = JSON.stringify(entries)
      expect([...new Set(names)].filter(name => log.includes(name))).toEqual([])
      const details = await detailsOf(db, entries)
      entries.slice(0, was.length).forEach((entry, index) => {
        const { hash, ...rest } = entry
        const { quote, ...set } = details(entry)
        const said = canonicalJson(set)
        const message =
          typeof quote === 'string'
            ? `${entry.message}${entry.action === 'ImportMatch' ? ';' : ':'} ${quote}`
            : entry.message
        expect([said, message]).toEqual([was[index]?.details, was[index]?.message])
        // What was taken out is so what the hash, which nobody could make anew, has always vouched for.
        expect(hashOf({ ...rest, details: said, message })).toBe(hash)
      })
    },
  )

  it('it is told to be a demonstration by what it holds, and the log says so, whatever is asked for', async () => {
    expect(await foundingOf(db)).toBe('demonstration')
    expect(await found(db, 'real', '2026-11-23T09:00:00.000Z')).toBe('demonstration')
    const entries = await db.selectFrom('activity').select('message').where('action', '=', 'Found').execute()
    expect(entries).toEqual([
      {
        message: isOfBefore15(version)
          ? 'Founded earlier as a demonstration, as what it holds tells'
          : 'Founded as a demonstration',
      },
    ])
  })

  it('the credits add up and the trail is unbroken', async () => {
    expect(await ledgerFaults(db)).toEqual([])
    expect(await verifyChain(db)).toMatchObject({ ok: true })
  })

  it('the log commits to every row, by an entry of the update', async () => {
    const { differences } = await atOneMoment(db, moment =>
      verify({ db: moment, now: '2026-11-23T09:00:00.000Z' }, [followFromTheLog]),
    )
    expect(differences).toEqual([])
    const told =
      await sql`select from activity where action = 'BringUpToDate' and rows_hash is not null`.execute(db)
    expect(told.rows).not.toEqual([])
  })

  it.runIf(isOfBefore53(version))(
    'the log has a tree with a leaf for each of its entries, and says that it was carried over, with its head',
    async () => {
      const { length, hash } = await verifyChain(db)
      await chainNow(db)
      const { rows } = await sql<{ leaves: number; links: number; details: string }>`
      select (select count(*) from log_leaf) as leaves, (select count(*) from activity_chain) as links,
        details from activity where action = 'CarryOver'`.execute(db)
      expect(rows.map(({ leaves, links }) => leaves - links)).toEqual([0])
      expect(JSON.parse(rows[0]!.details)).toEqual({ entries: length, head: hash })
      expect(await verifyChain(db)).toMatchObject({ ok: true })
    },
  )

  it('the operator reads its rounds, projects, requirements and credits', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'credit-market-carried-'))
    const { as, stop } = await serve(database.connection, folder, { works: false })
    const operator = as(String(before.user?.find(({ groups }) => String(groups).includes('admin'))?.id))
    for (const [path, table] of [
      ['rounds', 'round'],
      ['projects', 'project'],
      ['requirements', 'requirement'],
      ['credits', 'credit'],
    ] as const) {
      const { body } = await operator.send(`/api/${path}?limit=200`)
      expect([path, body]).toEqual([path, expect.objectContaining({ total: before[table]?.length })])
    }
    await stop()
    rmSync(folder, { recursive: true })
  })

  it('what a settled round had left behind comes to its end, with an entry in the trail', async () => {
    const settled = String(before.round?.find(({ status }) => status === 'Settled')?.id)
    const draft = String(before.project?.find(({ status }) => status === 'Draft')?.id)
    await sql`update project set round_id = ${settled} where id = ${draft}`.execute(db)
    await endLeftBehind.run({ runtime: openRuntime(db) } as Working)
    const { read } = openStore(db)
    expect(await read.one('project', draft)).toMatchObject({ status: 'Unmatched', endedAs: 'Draft' })
    expect(await ledgerFaults(db)).toEqual([])
    await chainNow(db)
    expect(await verifyChain(db)).toMatchObject({ ok: true })
    const [entry] = await db
      .selectFrom('activity')
      .select(['action', 'actorId'])
      .where('subjectId', '=', draft)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(entry).toEqual({ action: 'EndWhatIsLeft', actorId: null })
  })
})
