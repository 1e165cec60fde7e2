import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readAgedDocuments } from '#server/money/aged'
import { iterateJournal } from '#server/money/journal'
import { listInvoicesToChase } from '#server/money/late-invoices'
import { readOverview } from '#server/money/overview'
import { readVatFigures } from '#server/money/vat-return'
import { connectDatabase } from '#server/store/database'
import { copyTemplate, demonstration } from '../builders/templates.ts'
import { exponentOf } from '../costs/ledger.ts'
import { STEADY_PLANS } from '../costs/steady-plans.ts'

type Db = ReturnType<typeof connectDatabase>

const TODAY = '2026-06-15'

/** Largest power of the size of the market with which a read may grow, as in `docs/costs.md`. */
const ALLOWED = 0.3

/** Invoices that were paid years ago, with their payments and entries, and projects whose maintenance is held. */
const fillWithPast = (many: number): readonly string[] => [
  `insert into invoice (id, issuer_id, kind, place, preceding, name, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, content)
    select 'INV-' || 500000 + n, issuer_id, kind, 500000 + n, 499999 + n, 'INV-' || 500000 + n, round_id, party_id, item_kind, item_id, purpose, event,
      issued_at - interval '9 years', due - 3300, net, vat, content
    from (select * from invoice where id = 'INV-000001') as one, generate_series(1, ${many}) as n`,
  `insert into payment (id, bank_line_id, invoice_id, amount, rule, booked_at)
    select 'past ' || n, (select min(id) from bank_line), 'INV-' || 500000 + n, (select net + vat from invoice where id = 'INV-000001'), 'reference',
      '2017-01-01'::timestamptz + n * interval '1 minute' from generate_series(1, ${many}) as n`,
  `insert into money_entry (id, kind, round_id, at, accounting_date, postings)
    select 'payment past ' || n, 'payment', (select round_id from invoice where id = 'INV-000001'), '2017-01-01'::timestamptz + n * interval '1 minute',
      date '2017-01-01' + n / 1440, 2
    from generate_series(1, ${many}) as n`,
  `insert into money_posting (entry_id, place, account_id, amount)
    select 'payment past ' || n, place, 'bank', place * 2 - 3 from generate_series(1, ${many}) as n, generate_series(1, 2) as place`,
  `insert into held_maintenance select 'past ' || n, 1 + n % 30, make_date(2027 + n % 30, 1 + n % 12, 1), 100 from generate_series(1, ${many}) as n`,
]

const drain = async (pages: AsyncIterable<unknown[]>): Promise<number> => {
  let rows = 0
  for await (const page of pages) rows += page.length
  return rows
}

const READS: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  overview: db => readOverview(db, TODAY),
  'journal of a month': db => drain(iterateJournal(db, { from: '2026-05-01', until: '2026-05-31' })),
  'late invoices': db => listInvoicesToChase(db, TODAY),
  'amounts due by age': db => readAgedDocuments(db, TODAY, null),
  'VAT of a quarter': db => readVatFigures(db, { from: '2026-04-01', until: '2026-06-30' }),
}

/** Blocks that each read touches in a market with this many invoices of the past, and what it returns. */
const measure = async (many: number) => {
  const { connection, remove } = await copyTemplate(demonstration)
  const db = connectDatabase({ ...connection, max: 1, options: STEADY_PLANS })
  // Without triggers, which takes a hundredth of the time; counts are rebuilt afterwards.
  const statements = [
    'set session_replication_role = replica',
    ...fillWithPast(many),
    'reset session_replication_role',
    'select rebuild_counts()',
    'vacuum (analyze)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  const blocksRead = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ blocks: number }>`
      select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::bigint as blocks from pg_statio_user_tables`.execute(
      db,
    )
    return rows[0]!.blocks
  }
  const blocks: Record<string, number> = {}
  const answers: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(READS)) {
    await read(db)
    const before = await blocksRead()
    answers[name] = await read(db)
    blocks[name] = (await blocksRead()) - before
  }
  await db.destroy()
  await remove()
  return { blocks, answers }
}

it('the overview, a month of the journal, what is due and VAT do not grow with what was paid long ago', async () => {
  const [small, large] = [await measure(1000), await measure(10_000)]
  const grown = Object.keys(READS).map(name => ({
    ...{ name, small: small.blocks[name]!, large: large.blocks[name]! },
    exponent: exponentOf(small.blocks[name]!, large.blocks[name]!),
  }))
  console.log(JSON.stringify(grown, null, 1))
  expect(grown.filter(({ exponent }) => exponent >= ALLOWED)).toEqual([])
  expect(large.answers['journal of a month']).toBe(small.answers['journal of a month'])
  for (const name of ['late invoices', 'amounts due by age', 'VAT of a quarter'])
    expect(large.answers[name], name).toEqual(small.answers[name])
})
