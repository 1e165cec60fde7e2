import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '@credit-market/values/canonical'
import type { Certification } from '#domain/project/project'
import { ensureMarketFounded, readMarketFounding } from '#server/demonstration/founding'
import { openActionRuntime } from '#server/open-runtime'
import { hashLogEntry } from '#server/store/activity'
import { verifyLogChain } from '#server/log/log-check'
import { chainPendingEntries } from '#server/log/chaining'
import { connectDatabase, migrate } from '#server/store/database'
import { restorePersonalValues } from '#server/store/personal'
import { openStore } from '#server/store/store'
import type { Database } from '#server/store/tables/tables'
import { endItemsOfSettledRounds } from '#server/jobs/end-what-is-left'
import type { JobContext } from '#server/tasks/schedule'
import { listLedgerFaults } from '#server/store/ledger-check'
import { readOnSnapshot } from '#server/store/one-moment'
import { currentRowsCheck as followFromTheLog } from '#server/verify/rows'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { serve } from '../builders/world.ts'
import { createFreshDatabase } from '../postgres.ts'
import {
  EARLIER_VERSION_TABLES,
  migrateTo,
  insertRowsUnchanged,
  type RowsByTable,
  readRowsOfCopy,
} from './earlier-version.ts'

/** An entry without a stream; the hash does not cover its ids. */
const OF_BEFORE_STREAMS = {
  ...{ id: 0, entryId: 0, stream: null, position: null, rowsBatch: null, rowsHash: null },
}

/** Personal values were in log entries, and no record named the founding. */
const isOfBefore15 = (version: string): boolean => version < '0015'

/** Entries were numbered and chained when written, without streams. */
const isOfBefore20 = (version: string): boolean => version < '0020'

/** Their text may be rewritten, and there may be more of them: see below. */
const REWRITTEN = ['activity', 'activity_head', 'activity_personal']

/** Logs had no Merkle tree yet. */
const isOfBefore53 = (version: string): boolean => version < '0053'

/** Later migrations change rows. */
const isOfBefore59 = (version: string): boolean => version < '0059'

/**
 * Change marks exceed what a number can represent here, and differences of counts are folded; an entry of the update is
 * counted in its stream and waits to be chained.
 */
const ANEW = ['change_mark', 'kept_count', 'activity_stream', 'activity_waiting']

/** Two additional entries, because earlier versions put people’s own words into the message. */
const withQuotes = (rows: RowsByTable): RowsByTable => {
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
    Object.assign(head, { seq, hash: hashLogEntry({ ...entry, ...OF_BEFORE_STREAMS }) })
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

describe.each(EARLIER_VERSION_TABLES)('an installation of the version with migration %s', version => {
  let db: Kysely<Database>
  let before: RowsByTable
  let database: Awaited<ReturnType<typeof createFreshDatabase>>
  beforeAll(async () => {
    database = await createFreshDatabase()
    db = connectDatabase(database.connection)
    before = isOfBefore15(version) ? withQuotes(readRowsOfCopy(version)) : readRowsOfCopy(version)
    await migrateTo(db, version)
    await insertRowsUnchanged(db, before)
    await sql`insert into credential (user_id, password_hash, changed_at)
      select id, 'of before', now() from "user" on conflict do nothing`.execute(db)
    await migrate(db)
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  it('keeps every row with its content', async () => {
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

  it.runIf(isOfBefore20(version))(
    'keeps the numbers and hashes of entries, as ids and in the chain',
    async () => {
      const entries = await db.selectFrom('activityChained').selectAll().orderBy('seq').execute()
      const numbered = before.activity!.toSorted((a, b) => Number(a.seq) - Number(b.seq))
      const isKept = ({ seq, id, hash, stream }: (typeof entries)[number]) => [seq, id, hash, stream]
      expect(entries.slice(0, numbered.length).map(isKept)).toEqual(
        numbered.map(({ seq, hash }) => [seq, seq, hash, null]),
      )
    },
  )

  it.skipIf(isOfBefore15(version))('keeps personal values next to their entries', async () => {
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_json(one) as row
      from (select entry_id as entry, path, value, salt from activity_personal) as one`.execute(db)
    const said = ({ seq, entry_id: id = seq, entry = id, path, value, salt }: Record<string, unknown>) =>
      JSON.stringify([entry, path, value, salt])
    expect(rows.map(({ row }) => said(row)).toSorted()).toEqual(
      before.activity_personal!.map(said).toSorted(),
    )
  })

  it.runIf(isOfBefore15(version))(
    'removes personal values from log entries, which otherwise keep their content',
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
      const details = await restorePersonalValues(db, entries)
      entries.slice(0, was.length).forEach((entry, index) => {
        const { hash, ...rest } = entry
        const { quote, ...set } = details(entry)
        const said = canonicalJson(set)
        const message =
          typeof quote === 'string'
            ? `${entry.message}${entry.action === 'ImportMatch' ? ';' : ':'} ${quote}`
            : entry.message
        expect([said, message]).toEqual([was[index]?.details, was[index]?.message])
        // The removed values are still those in the hash, which no one could make again.
        expect(hashLogEntry({ ...rest, details: said, message })).toBe(hash)
      })
    },
  )

  it('is recognised as a demonstration by its content, and the log says so, whatever is requested', async () => {
    expect(await readMarketFounding(db)).toBe('demonstration')
    expect(await ensureMarketFounded(db, 'real', '2026-11-23T09:00:00.000Z')).toBe('demonstration')
    const entries = await db.selectFrom('activity').select('message').where('action', '=', 'Found').execute()
    expect(entries).toEqual([
      {
        message: isOfBefore15(version)
          ? 'Founded earlier as a demonstration, as its data shows'
          : 'Founded as a demonstration',
      },
    ])
  })

  it('has credits that add up and an unbroken audit trail', async () => {
    expect(await listLedgerFaults(db)).toEqual([])
    expect(await verifyLogChain(db)).toMatchObject({ ok: true })
  })

  it('has its settled rounds in the books of money, as their matches say', async () => {
    const { differences, parts } = await readOnSnapshot(db, moment =>
      runChecks({ db: moment, now: '2026-11-23T09:00:00.000Z' }, [moneyCheck]),
    )
    expect(differences).toEqual([])
    const entries = await db.selectFrom('moneyEntry').select('id').execute()
    // Invoices and payments have entries too, in versions that know them.
    expect(parts[0]?.looked).toBeGreaterThan(0)
    expect(entries.length).toBeGreaterThanOrEqual(parts[0]?.looked ?? 0)
  })

  it('commits to every row in the log, through an entry of the update', async () => {
    const { differences } = await readOnSnapshot(db, moment =>
      runChecks({ db: moment, now: '2026-11-23T09:00:00.000Z' }, [followFromTheLog]),
    )
    expect(differences).toEqual([])
    const told =
      await sql`select from activity where action = 'BringUpToDate' and rows_hash is not null`.execute(db)
    if (isOfBefore59(version)) expect(told.rows).not.toEqual([])
  })

  it.runIf(isOfBefore53(version))(
    'gets a Merkle tree with a leaf for each entry, and an entry with the chain’s last hash',
    async () => {
      const { length, hash } = await verifyLogChain(db)
      await chainPendingEntries(db)
      const { rows } = await sql<{ leaves: number; links: number; details: string }>`
      select (select count(*) from log_leaf) as leaves, (select count(*) from activity_chain) as links,
        details from activity where action = 'CarryOver'`.execute(db)
      expect(rows.map(({ leaves, links }) => leaves - links)).toEqual([0])
      expect(JSON.parse(rows[0]!.details)).toEqual({ entries: length, head: hash })
      expect(await verifyLogChain(db)).toMatchObject({ ok: true })
    },
  )

  it('shows the operator its rounds, projects, requirements and credits', async () => {
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

  it('ends what a settled round had left behind, with an entry in the audit trail', async () => {
    const settled = String(before.round?.find(({ status }) => status === 'Settled')?.id)
    const draft = String(before.project?.find(({ status }) => status === 'Draft')?.id)
    await sql`update project set round_id = ${settled} where id = ${draft}`.execute(db)
    await endItemsOfSettledRounds.run({ runtime: openActionRuntime(db) } as JobContext)
    const { read } = openStore(db)
    expect(await read.one('project', draft)).toMatchObject({ status: 'Unmatched', endedAs: 'Draft' })
    expect(await listLedgerFaults(db)).toEqual([])
    await chainPendingEntries(db)
    expect(await verifyLogChain(db)).toMatchObject({ ok: true })
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
