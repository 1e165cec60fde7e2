import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paymentReference } from '#domain/money/invoice'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { connectDatabase, migrate } from '#server/store/database'
import { readOnSnapshot } from '#server/store/one-moment'
import type { Database } from '#server/store/tables/tables'
import { moneyCheck } from '#server/verify/money'
import { currentRowsCheck } from '#server/verify/rows'
import { runChecks } from '#server/verify/verify'
import { startBookings } from '../http/booking-world.ts'
import { createFreshDatabase, runAsMaintainer } from '../postgres.ts'
import { insertRowsUnchanged, migrateTo, type RowsByTable } from './earlier-version.ts'

const ROLE = 'market_without_rights'

const readAllRows = async (db: Kysely<Database>): Promise<RowsByTable> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname not like 'kysely%'`.execute(db)
  const all: RowsByTable = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_json(t) as row from ${sql.id(name)} as t`.execute(db)
    if (rows.length > 0) all[name] = rows.map(({ row }) => row)
  }
  return all
}

let database: Awaited<ReturnType<typeof createFreshDatabase>>
let db: Kysely<Database>
beforeAll(async () => {
  const its = await startBookings('operator')
  await issueDueInvoices.run({ runtime: its.world.runtime, files: its.world.files })
  await its.upload({
    ...{ amount: '600.00', reference: 'PAID', remittance: paymentReference('INV-000001') },
    bookedOn: '2026-03-31',
  })
  await its.both('VAT', 'vat', 1_200)
  const rows = await readAllRows(its.world.store.db)
  await its.world.close()
  // As version 0127 wrote it.
  for (const entry of rows.money_entry!) if (entry.kind === 'booking') entry.at = '2026-04-29T23:00:00Z'
  database = await createFreshDatabase()
  await runAsMaintainer(async client => {
    await client.query(
      `do $$ begin create role ${ROLE} login password '${ROLE}'; exception when duplicate_object then null; end $$`,
    )
    await client.query(`alter database "${database.name}" owner to ${ROLE}`)
  })
  db = connectDatabase({ ...database.connection, options: `-c role=${ROLE}` })
  await migrateTo(db, '0127')
  const maintainer = connectDatabase(database.connection)
  await insertRowsUnchanged(maintainer, rows)
  await maintainer.destroy()
  await migrate(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

it('gives every entry of an earlier version its date, and a booking its own instant', async () => {
  const { rows } = await sql<{ kind: string; days: string[]; entered: string[] }>`
    select kind, array_agg(distinct accounting_date::text order by accounting_date::text) as days,
      array_agg(distinct to_char(at, 'YYYY-MM-DD HH24:MI')) as entered from money_entry group by kind order by kind`.execute(
    db,
  )
  expect(rows).toEqual([
    { kind: 'bank', days: ['2026-03-31', '2026-04-30', '2026-05-29'], entered: ['2026-06-01 12:00'] },
    { kind: 'booking', days: ['2026-04-30'], entered: ['2026-06-01 12:00'] },
    { kind: 'invoice', days: ['2026-06-01'], entered: ['2026-06-01 12:00'] },
    { kind: 'payment', days: ['2026-03-31'], entered: ['2026-06-01 12:00'] },
    { kind: 'settlement', days: ['2026-11-21'], entered: [expect.stringContaining('2026-11-21')] },
  ])
})

it('leaves what the integrity check accepts, with every row in the log, and the books are final again', async () => {
  const { differences } = await readOnSnapshot(db, moment =>
    runChecks({ db: moment, now: '2026-06-01T12:00:00.000Z' }, [moneyCheck, currentRowsCheck]),
  )
  // The rows that the world starts with, including a settlement, bypassed the log.
  const isWritten = (what: string) => what.startsWith('money_entry') && !what.includes('settlement')
  expect(differences.filter(({ part, what }) => part === 'money' || isWritten(what))).toEqual([])
  await expect(sql`update money_entry set accounting_date = '2026-01-01'`.execute(db)).rejects.toMatchObject({
    code: '42501',
  })
})
