import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BankLineRow, BankLineView } from '#contract/money/bank'
import type { InvoiceView } from '#contract/money/invoice'
import type { AccountsView, MoneyView } from '#contract/money/money'
import { paymentReference } from '#domain/money/invoice'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { bypassGuards } from '../builders/tamper.ts'
import { camtOf, type TestEntry } from './camt.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

const OWN = 'GB33BUKB20201555555555'
const BUILDERS = 'GB82WEST12345698765432'
const INVOICE = paymentReference('INV-000001')
const SELF_BILLED = paymentReference('SBI-000001')

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('user', {
      ...{
        id: 'otto',
        username: 'otto',
        email: 'otto@x.example',
        groups: ['admin'],
        organisationId: 'operator',
      },
    }),
  )
  await sql`update organisation set iban = null where id not in ('operator')`.execute(world.store.db)
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
})
afterAll(() => world.close())

const act = async (who: string, url: string, values: object) => {
  const answer = await world.ask(who, url, { method: 'POST', payload: { values } })
  return { status: answer.statusCode, said: answer.body }
}
const upload = async (who: string, content: string, name = 'statement.xml') => {
  const boundary = 'the-boundary-of-parts'
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="submission"\r\n\r\n${JSON.stringify({ values: {} })}\r\n--${boundary}\r\ncontent-disposition: form-data; name="statement"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n${content}\r\n--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const url = '/api/bank-lines/action/UploadBankStatement'
  const answer = await world.ask(who, url, { method: 'POST', headers, payload })
  return { status: answer.statusCode, said: answer.body }
}
const sends = async (...entries: TestEntry[]) => {
  const { status, said } = await upload('olga', camtOf(OWN, entries))
  expect(status, said).toBe(200)
}
const read = async <T>(who: string, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const lines = async (query = '') =>
  (await read<{ items: BankLineRow[] }>('olga', `/api/bank-lines?sort=uploaded${query}`)).items
const invoice = (id: string) => read<InvoiceView>('olga', `/api/invoice/${id}`)
const balances = async () => {
  const { accounts } = await read<AccountsView>('olga', '/api/accounts')
  expect(accounts.reduce((sum, one) => sum + Math.round(one.balance * 100), 0)).toBe(0)
  return (id: string) => accounts.find(one => one.id === id)?.balance
}
const faults = () =>
  world.store.db
    .transaction()
    .execute(async trx => (await runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck])).differences)

describe('a statement of the bank', () => {
  it.each([
    [
      'a document type',
      '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x "y">]><Document/>',
      'Line 1: a document type',
    ],
    ['another message', '<?xml version="1.0"?><Document xmlns="urn:x"/>', 'Line 1: this is not a statement'],
    ['broken XML', camtOf(OWN, []).replace('</Stmt>', ''), 'not well-formed XML'],
    ['an amount that is none', camtOf(OWN, [{ amount: '1.005', reference: 'B0' }]), 'Line 4: the amount'],
    [
      'balances that do not fit',
      camtOf(OWN, [{ amount: '10.00', reference: 'B0' }], ['5.00', '16.00']),
      'do not add up from the opening',
    ],
  ])('with %s is refused with the reason, and nothing is booked', async (_, content, why) => {
    const { status, said } = await upload('olga', content)
    expect([status, said]).toEqual([422, expect.stringContaining(why)])
    expect(await lines()).toEqual([])
  })

  it('is for the market operator alone, with its lines', async () => {
    for (const who of ['fay', 'bob', 'amy', 'sue']) {
      expect((await upload(who, camtOf(OWN, []))).status, who).toBe(403)
      expect((await read<{ items: unknown[] }>(who, '/api/bank-lines')).items).toEqual([])
    }
  })

  it('pays the invoice in part and the supplier in whole by their references, once', async () => {
    const entries = [
      { amount: '600.00', reference: 'B1', remittance: `For ${INVOICE}`, endToEndId: 'E1' },
      { amount: '-17400.00', reference: 'B2', remittance: SELF_BILLED },
    ]
    const content = camtOf(OWN, entries, ['20000.00', '3200.00'])
    for (let times = 0; times < 2; times += 1) expect((await upload('olga', content)).status).toBe(200)
    expect((await lines()).map(({ amount, rest, status }) => [amount, rest, status])).toEqual([
      [600, 0, 'Booked'],
      [-17_400, 0, 'Booked'],
    ])
    expect(await invoice('INV-000001')).toMatchObject({
      ...{ total: 18_600, paid: 600, open: 18_000 },
      payments: [{ bookedOn: '2026-05-29', amount: 600, rule: 'reference' }],
    })
    expect(await invoice('SBI-000001')).toMatchObject({ total: 17_400, paid: 17_400, open: 0 })
    const balance = await balances()
    expect([
      balance('bank'),
      balance('unallocated'),
      balance('due builder'),
      balance('payable farm'),
    ]).toEqual([...[-16_800, 0, 157_500, -130_500]])
    expect(await faults()).toEqual([])
  })

  it('shows the organisation what it paid and what is open', async () => {
    const money = await read<MoneyView>('bob', '/api/money')
    expect(money).toMatchObject({ paid: 600, openToPay: 18_000, received: 0, openToReceive: 0 })
    expect(money.statement).toContainEqual(expect.objectContaining({ isPayment: true, credit: 600 }))
    expect(await read<MoneyView>('fay', '/api/money')).toMatchObject({ received: 17_400, paid: 0 })
  })

  it('keeps what is too much, of another currency or of another account', async () => {
    await sends(
      { amount: '18500.00', reference: 'B3', remittance: INVOICE, endToEndId: 'E3' },
      { amount: '100.00', reference: 'B4', remittance: INVOICE, currency: 'EUR' },
    )
    expect((await upload('olga', camtOf(BUILDERS, [{ amount: '1.00', reference: 'B1' }]))).status).toBe(200)
    expect((await lines('&status=Waiting')).map(({ amount, rest }) => [amount, rest])).toEqual([
      [18_500, 500],
      [100, 100],
      [1, 1],
    ])
    expect(await invoice('INV-000001')).toMatchObject({ paid: 18_600, open: 0 })
    const balance = await balances()
    expect([balance('bank'), balance('unallocated')]).toEqual([1_700, -500])
  })

  it('opens the invoice again if the bank returns a payment', async () => {
    await sends({ amount: '-600.00', reference: 'B5', endToEndId: 'E1', isReturn: true })
    expect(await invoice('INV-000001')).toMatchObject({ paid: 18_000, open: 600 })
    expect(await faults()).toEqual([])
  })

  it('by an account pays the only invoice of that amount', async () => {
    expect(
      (await act('bob', '/api/organisation/builder/action/SetBankAccount', { iban: BUILDERS })).status,
    ).toBe(200)
    await sends(
      { amount: '599.99', reference: 'B6', iban: BUILDERS },
      { amount: '600.00', reference: 'B7', iban: BUILDERS },
    )
    expect(await invoice('INV-000001')).toMatchObject({ open: 0 })
    expect((await lines()).slice(-2).map(({ status }) => status)).toEqual(['Waiting', 'Booked'])
  })

  it('is read as CSV, and as CSV again', async () => {
    const csv = 'Booking date,Amount,Currency,Name,Reference,Line id\n2026-05-30,-12.50,GBP,The bank,Fee,\n'
    for (let times = 0; times < 2; times += 1)
      expect((await upload('olga', csv, 'lines.csv')).status).toBe(200)
    expect((await lines()).filter(({ reference }) => reference === 'Fee')).toHaveLength(1)
    expect((await upload('olga', `${csv}30/05/2026,1,GBP,,,\n`, 'lines.csv')).said).toContain(
      'Row 3: the Booking date',
    )
  })
})

describe('a person', () => {
  const on = async (reference: string) => {
    const { rows } = await sql<{
      id: string
    }>`select id from bank_line where bank_reference = ${reference} order by ordinal desc limit 1`.execute(
      world.store.db,
    )
    return `/api/bank-line/${rows[0]?.id}`
  }

  it('takes a booking back, and then the invoice can have a credit note', async () => {
    const credit = { reason: 'It was wrong', isReissued: true }
    expect((await act('olga', '/api/invoice/INV-000001/action/CreditInvoice', credit)).status).toBe(422)
    for (const reference of ['B3', 'B7'])
      expect(
        (await act('olga', `${await on(reference)}/action/TakeBookingBack`, { reason: 'Wrong' })).status,
      ).toBe(200)
    expect(await invoice('INV-000001')).toMatchObject({ paid: 0, open: 18_600 })
    expect((await act('olga', '/api/invoice/INV-000001/action/CreditInvoice', credit)).status).toBe(200)
    expect(await faults()).toEqual([])
  })

  it('books what waits to an invoice, at most what is open and what is left', async () => {
    await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
    const book = async (amount: number, number: string) =>
      act('olga', `${await on('B3')}/action/BookBankLine`, { invoice: number, amount, reason: 'By letter' })
    expect((await book(18_500.01, 'INV-000002')).said).toContain('Only £18,500.00 of the line is left')
    expect((await book(18_500, 'INV-000001')).said).toContain('Only £0.00 of the invoice is open')
    expect((await book(18_500, 'SBI-000001')).said).toContain('There is no invoice to a buyer')
    expect((await book(18_500, 'inv-000002')).status).toBe(200)
    expect(await invoice('INV-000002')).toMatchObject({ paid: 18_500, open: 100 })
    expect(await read<BankLineView>('olga', await on('B3'))).toMatchObject({
      status: 'Booked',
      reason: 'By letter',
    })
  })

  it('other than the one who uploaded books money that left', async () => {
    await sends({ amount: '-5.00', reference: 'B8' })
    const answer = { invoice: 'SBI-000001', amount: 5, reason: 'It says so' }
    expect(await read('otto', `${await on('B8')}/action/BookBankLine`)).toMatchObject({ id: 'BookBankLine' })
    expect((await act('olga', `${await on('B8')}/action/BookBankLine`, answer)).status).toBe(409)
    expect((await act('otto', `${await on('B8')}/action/BookBankLine`, answer)).status).toBe(422)
  })

  it('sets a line aside, and no one but the market operator sees one', async () => {
    const url = await on('B8')
    expect(
      (await act('olga', `${url}/action/SetBankLineAside`, { reason: 'A fee of the bank' })).status,
    ).toBe(200)
    for (const who of ['bob', 'fay', 'sue']) expect((await world.ask(who, url)).statusCode).toBe(404)
    const journal = await world.ask('olga', '/api/journal')
    expect([journal.statusCode, journal.body]).toEqual([
      200,
      expect.stringContaining('Unallocated receipts and payments'),
    ])
    expect(await faults()).toEqual([])
  })
})

describe('the database', () => {
  it.each([
    'update payment set amount = 1',
    'delete from payment',
    'delete from bank_line',
    'update bank_line set amount = amount + 1',
  ])('refuses: %s', async text => {
    await expect(sql.raw(text).execute(world.store.db)).rejects.toMatchObject({ code: '42501' })
  })

  it('refuses a payment of more than is open, also if two are made at once', async () => {
    const pay = (id: string) =>
      world.store.db.transaction().execute(async trx => {
        await sql`insert into bank_line (id, account, bank_reference, booked_on, amount, currency, is_return, is_in_books, rest, status, uploaded_by, uploaded_at)
          values (${id}, ${OWN}, ${id}, '2026-06-01', 10000, 'GBP', false, true, 0, 'Booked', 'olga', now())`.execute(
          trx,
        )
        await sql`insert into payment (id, bank_line_id, invoice_id, amount, rule, booked_at)
          values (${id}, ${id}, 'INV-000002', 10000, 'person', now())`.execute(trx)
      })
    const paid = await Promise.allSettled([pay('P1'), pay('P2'), pay('P3')])
    expect(paid.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await invoice('INV-000002')).toMatchObject({ open: 0 })
  })

  it('has an integrity check that finds a payment without its bank line', async () => {
    const undo = new Error('undone')
    const found: string[] = []
    const tampered = world.store.db.transaction().execute(async trx => {
      await bypassGuards(trx, `update money_posting set amount = amount * 2 where entry_id like 'bank P%'`)
      const { differences } = await runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck])
      found.push(...differences.map(({ what, why }) => `${what} ${why}`))
      throw undo
    })
    await expect(tampered).rejects.toBe(undo)
    expect(found).toContainEqual(expect.stringMatching(/^bank_line P\d differs from the books/))
  })
})
