import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import type { AccountsView, MoneyView } from '#contract/money/money'
import type { AccountStatement } from '#contract/money/statement'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { bypassGuards } from '../builders/tamper.ts'
import { findBrokenRules } from '../invoices/rules.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('participation', {
      ...{ id: 'farm-settled', organisationId: 'farm', roundId: 'settled', status: 'Registered' },
    }),
    sampleRow('agentAuthority', { id: 'auth-3', roundId: 'settled', clientId: 'farm', agentId: 'registrar' }),
  )
})
afterAll(() => world.close())

const issueDue = () => issueDueInvoices.run({ runtime: world.runtime, files: world.files })
const read = async <T>(who: string, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const list = async (who: string, query = '') =>
  (await read<{ items: InvoiceRow[] }>(who, `/api/invoices${query}`)).items

describe('invoices of a settled round', () => {
  it('are issued for the first part: to the buyer, and for the supplier who agreed to self-billing', async () => {
    await issueDue()
    expect(await list('olga', '?sort=issued')).toMatchObject([
      {
        name: 'INV-000001',
        party: { id: 'builder' },
        net: 15_500,
        vat: 3_100,
        total: 18_600,
        due: '2026-12-21',
      },
      { name: 'SBI-000001', party: { id: 'farm' }, net: 14_500, vat: 2_900, documentKind: 'selfBilled' },
    ])
    await issueDue()
    expect(await list('olga')).toHaveLength(2)
  })

  it('name the supplier, the price of its units, and the fee of the operator', async () => {
    const view = await read<InvoiceView>('bob', '/api/invoice/INV-000001')
    expect(view).toMatchObject({
      ...{ buyer: { name: 'The builder' }, reference: expect.stringMatching(/^RF\d\dINV000001$/) },
      lines: [
        {
          ...{ kind: 'units', amount: 14_500, supplier: { name: 'The farm', vatNumber: 'GB123456782' } },
          ...{ treatment: 'standard', percent: 20, rule: 'unitsOfMarket' },
          text: expect.stringContaining('4.00 at £36,250.00 a unit'),
        },
        { kind: 'operator', amount: 1_000, rule: 'services' },
      ],
      taxes: [{ net: 15_500, vat: 3_100 }],
    })
  })

  it('say the same as PDF and as XML that keeps the rules of EN 16931', async () => {
    const xml = await world.ask('bob', '/api/invoice/INV-000001/file?format=xml')
    expect(findBrokenRules(xml.body)).toEqual([])
    expect(xml.body).toContain('<cbc:PayableAmount currencyID="GBP">18600.00<')
    const pdf = await world.ask('bob', '/api/invoice/INV-000001/file?format=pdf')
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      ...[200, 'application/pdf', '%PDF-'],
    ])
    expect((await world.ask('bob', '/api/invoices?format=csv')).body).toContain(
      'INV-000001,Invoice,The builder',
    )
  })

  it('are for the organisation, its agent in the round, and the market operator', async () => {
    expect((await list('bob')).map(({ name }) => name)).toEqual(['INV-000001'])
    expect((await list('rex')).map(({ name }) => name)).toEqual(['SBI-000001'])
    for (const who of ['eve', 'amy']) expect(await list(who)).toEqual([])
    for (const who of ['fay', 'eve', 'amy', 'rex'])
      for (const url of ['/api/invoice/INV-000001', '/api/invoice/INV-000001/file?format=pdf'])
        expect((await world.ask(who, url)).statusCode, `${who} ${url}`).toBe(404)
  })

  it('post their VAT to the books, which stay at zero; positions stay without VAT', async () => {
    const { accounts } = await read<AccountsView>('olga', '/api/accounts')
    const balance = (id: string) => accounts.find(one => one.id === id)?.balance
    expect([balance('due builder'), balance('payable farm'), balance('vat')]).toEqual([
      158_100, -147_900, -200,
    ])
    expect(accounts.reduce((sum, one) => sum + one.balance, 0)).toBe(0)
    const { pays, instalments, statement } = await read<MoneyView>('bob', '/api/money')
    expect([pays, instalments.length, statement.at(-1)?.balance]).toEqual([155_000, 3, 158_100])
  })

  it('tell the organisation that one is there', async () => {
    const told = await world.store.db.selectFrom('inboxItem').select(['kind', 'userId']).execute()
    expect(told).toContainEqual({ kind: 'invoice-issued', userId: 'bob' })
  })

  it('wait for the agreement of a supplier', async () => {
    const set = (agrees: boolean) =>
      world.ask('fay', '/api/organisation/farm/action/SetSelfBilling', {
        method: 'POST',
        payload: { values: { agrees } },
      })
    expect((await set(false)).statusCode).toBe(200)
    await sql`insert into invoicing values ('project', 'old-sedge')`.execute(world.store.db)
    await issueDue()
    expect(await world.store.db.selectFrom('invoicing').selectAll().execute()).toEqual([])
    expect((await set(true)).statusCode).toBe(200)
    expect(await world.store.db.selectFrom('invoicing').select('itemId').execute()).toEqual([
      { itemId: 'old-sedge' },
    ])
  })
})

describe('a credit note', () => {
  const credit = (who: string, id: string, isReissued: boolean) =>
    world.ask(who, `/api/invoice/${id}/action/CreditInvoice`, {
      method: 'POST',
      payload: { values: { reason: 'The address was wrong', isReissued } },
    })

  it('takes an invoice back, and lets the amount be invoiced again', async () => {
    const form = await world.ask('olga', '/api/invoice/INV-000001/action/CreditInvoice')
    expect(form.json()).toMatchObject({ title: 'Issue credit note' })
    const answer = await credit('olga', 'INV-000001', true)
    expect(answer.statusCode, answer.body).toBe(200)
    await issueDue()
    expect((await list('bob', '?sort=issued')).map(({ name, total }) => [name, total])).toEqual([
      ['INV-000001', 18_600],
      ['CRN-000001', -18_600],
      ['INV-000002', 18_600],
    ])
    expect(await read('bob', '/api/invoice/CRN-000001')).toMatchObject({
      ...{ credits: { name: 'INV-000001' }, reason: 'The address was wrong' },
    })
    expect(await read('bob', '/api/invoice/INV-000001')).toMatchObject({ creditedBy: { name: 'CRN-000001' } })
    expect(findBrokenRules((await world.ask('bob', '/api/invoice/CRN-000001/file?format=xml')).body)).toEqual(
      [],
    )
  })

  it('is made once, and not for a credit note', async () => {
    expect((await credit('olga', 'INV-000001', true)).statusCode).toBe(422)
    expect((await credit('olga', 'CRN-000001', true)).statusCode).toBe(409)
    expect((await credit('bob', 'INV-000002', true)).statusCode).toBe(403)
  })

  it('ends the matter if the amount is not invoiced again', async () => {
    expect((await credit('olga', 'INV-000002', false)).statusCode).toBe(200)
    await sql`insert into invoicing values ('requirement', 'old-homes')`.execute(world.store.db)
    await issueDue()
    expect((await list('bob')).map(({ name }) => name)).not.toContain('INV-000003')
    const { lines, closing } = await read<AccountStatement>('bob', '/api/money/statement')
    expect(lines.filter(({ kind }) => kind === 'credit')).toMatchObject([
      { document: { name: 'CRN-000002' }, item: { id: 'old-homes' }, debit: 0, credit: 15_500 },
    ])
    expect(closing).toBe(155_000 - 15_500)
    const { accounts } = await read<AccountsView>('olga', '/api/accounts')
    expect(accounts.find(({ id }) => id === 'refunds')?.balance).toBe(15_500)
  })
})

describe('the database', () => {
  it.each(['update invoice set net = net', 'delete from invoice', 'truncate invoice cascade'])(
    'refuses: %s',
    async text => {
      await expect(sql.raw(text).execute(world.store.db)).rejects.toMatchObject({ code: '42501' })
    },
  )

  it('numbers without gaps, also if 50 are issued at once and some fail', async () => {
    const copy = (fails: boolean) =>
      world.store.db.transaction().execute(async trx => {
        await sql`insert into invoice (issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, content)
          select issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, 0, 0, content || '{"lines":[],"taxes":[]}'
          from invoice where name = 'INV-000001'`.execute(trx)
        if (fails) throw new Error('No')
      })
    await Promise.allSettled(Array.from({ length: 50 }, (_, at) => copy(at % 5 === 0)))
    const { rows } = await sql<{
      names: string[]
    }>`select array_agg(name order by place) as names from invoice where kind = 'invoice'`.execute(
      world.store.db,
    )
    expect(rows[0]?.names).toEqual(
      Array.from({ length: 42 }, (_, at) => `INV-${String(at + 1).padStart(6, '0')}`),
    )
  })
})

describe('the integrity check', () => {
  const differences = async (damage: string): Promise<string[]> => {
    const found: string[] = []
    const undo = new Error('undone')
    const tampered = world.store.db.transaction().execute(async trx => {
      await bypassGuards(trx, damage)
      const { differences: all } = await runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck])
      found.push(...all.map(({ what, why }) => `${what} ${why}`))
      throw undo
    })
    await expect(tampered).rejects.toBe(undo)
    return found
  }

  it('finds a gap, a total that its lines do not have, and VAT that is not in the books', async () => {
    expect(await differences('select 1')).toEqual([])
    expect(await differences(`delete from invoice where name = 'INV-000042'`)).toContainEqual(
      expect.stringContaining('is not in its place'),
    )
    expect(await differences(`update invoice set net = net + 1 where name = 'SBI-000001'`)).toEqual([
      'invoice SBI-000001 has lines that do not add up to its totals',
      'invoice SBI-000001 differs from its kept open amount',
    ])
    expect(
      await differences(`update money_posting set amount = amount * 2 where entry_id = 'invoice SBI-000001'`),
    ).toEqual(['invoice SBI-000001 differs from the books in its VAT'])
    const entry = `entry_id = 'credit CRN-000002'`
    expect(await differences(`update money_posting set amount = amount * 2 where ${entry}`)).toEqual([
      'invoice CRN-000002 is a final credit note that differs from the books',
    ])
    const removed = `delete from money_posting where ${entry}; delete from money_entry where id = 'credit CRN-000002'`
    // An update entered earlier ones in this way, and a later one gave them the day of issue.
    expect(
      await differences(`${removed}; select book_credit_note(id, issued_at) from invoice where id = 'CRN-000002';
      set constraints money_entry_adds_up immediate`),
    ).toEqual([])
  })
})
