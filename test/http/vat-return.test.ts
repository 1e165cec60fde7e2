import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceRow } from '#contract/money/invoice'
import type { VatReturn } from '#contract/money/vat-return'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { act } from './paying.ts'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

const VAT = '/api/money/vat'

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
  world.clock.now = '2026-06-30T22:30:00.000Z'
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
  await copyOf('INV-000001', 10_050, 'zero', 'unitsOfMarket')
  await copyOf('SBI-000001', 20_049, 'outsideScope', 'sellerNotRegistered')
  // 1 July has begun in England.
  world.clock.now = '2026-06-30T23:30:00.000Z'
  const values = { reason: 'The address was wrong', isReissued: false }
  expect((await act(world, 'olga', '/api/invoice/INV-000001/action/CreditInvoice', values)).status).toBe(200)
})
afterAll(() => world.close())

/** A document like another one, without VAT. */
const copyOf = async (id: string, net: number, treatment: string, rule: string) => {
  await sql`insert into invoice (issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, content)
    select issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, ${net}, 0, content || jsonb_build_object(
      'lines', jsonb_build_array(content -> 'lines' -> 0 || jsonb_build_object('amount', ${net}::integer, 'treatment', ${treatment}::text, 'rule', ${rule}::text, 'rate', 0)),
      'taxes', jsonb_build_array(jsonb_build_object('treatment', ${treatment}::text, 'rate', 0, 'net', ${net}::integer, 'vat', 0)))
    from invoice where id = ${id}`.execute(world.store.db)
}

const read = async (query = ''): Promise<VatReturn> => {
  const answer = await world.ask('olga', `${VAT}${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<VatReturn>()
}

describe('the figures of a VAT return', () => {
  it('are those of the documents of the period, by their day in England', async () => {
    expect(await read('?from=2026-04-01&until=2026-06-30')).toMatchObject({
      // £15,500.00 and £100.50 to the pound; £14,500.00 and £200.49.
      ...{ box1: 3100, box4: 2900, box6: 15_601, box7: 14_700 },
      account: { documents: 200, inNoBox: 0, bankLines: 0 },
    })
  })

  it('are reduced by credit notes of the period', async () => {
    expect(await read('?from=2026-07-01')).toMatchObject({
      ...{ box1: -3100, box4: 0, box6: -15_500, box7: 0 },
      account: { documents: -3100 },
      documents: [{ invoice: { name: 'CRN-000001' }, day: '2026-07-01', net: -15_500, vat: -3100 }],
    })
    expect(await read()).toMatchObject({ box1: 0, box4: 2900, box6: 101, from: null, until: null })
  })

  it('have the documents behind them, with net amount, rate and treatment', async () => {
    const { documents } = await read('?until=2026-06-30')
    expect(
      documents.map(({ invoice, net, percent, vat, treatment, vatBox, netBox }) => [
        ...[invoice.name, net, percent, vat, treatment, vatBox, netBox],
      ]),
    ).toEqual([
      ['INV-000001', 15_500, 20, 3100, 'standard', 1, 6],
      ['SBI-000001', 14_500, 20, 2900, 'standard', 4, 7],
      ['INV-000002', 100.5, 0, 0, 'zero', 1, 6],
      ['SBI-000002', 200.49, 0, 0, 'outsideScope', null, 7],
    ])
    const csv = (await world.ask('olga', `${VAT}?until=2026-06-30&format=csv`)).body
    expect(parse(csv, { bom: true }).at(1)).toEqual([
      ...[
        'INV-000001',
        '2026-06-30',
        'Invoice',
        'The builder',
        '15500',
        '20',
        '3100',
        'Standard rate',
        '1',
        '6',
      ],
    ])
  })

  it('leave out documents that the market operator made while it was not registered', async () => {
    const { db } = world.store
    await sql`update organisation set vat_registrations = '[]' where id = 'operator'`.execute(db)
    await sql`insert into invoicing values ('requirement', 'old-homes')`.execute(db)
    world.clock.now = '2026-08-01T12:00:00.000Z'
    const values = { reason: 'The address was wrong', isReissued: true }
    expect((await act(world, 'olga', '/api/invoice/SBI-000001/action/CreditInvoice', values)).status).toBe(
      200,
    )
    await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
    const figures = await read('?from=2026-08-01')
    expect(figures.documents.map(({ invoice, vatBox }) => [invoice.name, vatBox])).toEqual([
      ['CRN-000002', 4],
      ['SBI-000003', null],
    ])
    // The supplier charges VAT on £14,299.51, and no return reclaims it.
    expect(figures).toMatchObject({
      ...{ box1: 0, box4: -2900, box7: -14_500 },
      account: { documents: 40.1, inNoBox: -2859.9 },
    })
  })

  it('are for the market operator alone, and for real days', async () => {
    for (const who of ['bob', 'fay', 'amy', 'sue'])
      expect((await world.ask(who, VAT)).statusCode, who).toBe(403)
    expect((await world.ask('olga', `${VAT}?from=soon`)).statusCode).toBe(400)
  })
})

describe('the list of invoices', () => {
  it('has net amounts and rates of each document, as JSON and as CSV', async () => {
    const { items } = (await world.ask('olga', '/api/invoices?sort=issued&limit=1')).json<{
      items: InvoiceRow[]
    }>()
    expect(items[0]).toMatchObject({
      ...{ net: 15_500, vat: 3100 },
      taxes: [{ treatment: 'standard', percent: 20, net: 15_500, vat: 3100 }],
    })
    const csv = (await world.ask('olga', '/api/invoices?sort=issued&format=csv')).body
    expect(
      parse(csv, { bom: true })
        .slice(0, 2)
        .map(line => line.at(-1)),
    ).toEqual(['VAT treatment', 'Standard rate, 20%'])
  })
})
