import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import type { AccountsView, MoneyView } from '#contract/money/money'
import type { AccountStatement } from '#contract/money/statement'
import { addDays, englishDayOf } from '@credit-market/values/dates'
import { paymentReference } from '#domain/money/invoice'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { camtOf, uploadStatement } from './camt.ts'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
  await sql`update organisation set iban = null where id not in ('operator')`.execute(world.store.db)
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
  const content = camtOf('GB33BUKB20201555555555', [
    { amount: '600.00', reference: 'B1', remittance: paymentReference('INV-000001') },
    { amount: '-17400.00', reference: 'B2', remittance: paymentReference('SBI-000001') },
  ])
  await uploadStatement(world, content)
})
afterAll(() => world.close())

const read = async <T>(who: string, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const statement = (who: string, query = '') => read<AccountStatement>(who, `/api/money/statement${query}`)
const pence = (pounds: number): number => Math.round(pounds * 100)

describe('a statement of account', () => {
  it('is what the books say of each organisation, to the penny', async () => {
    const { accounts } = await read<AccountsView>('olga', '/api/accounts')
    for (const id of ['builder', 'farm']) {
      const { opening, closing, debits, credits } = await statement('olga', `?organisationId=${id}`)
      const balance = accounts
        .filter(({ organisation }) => organisation?.id === id)
        .reduce((sum, one) => sum + pence(one.balance), 0)
      expect([pence(opening), pence(closing)]).toEqual([0, balance])
      expect(pence(debits) - pence(credits)).toBe(balance)
    }
  })

  it('has a payment on the date of the bank, though its file was uploaded later', async () => {
    expect((await statement('bob', '?until=2026-05-28')).closing).toBe(0)
    const { lines, closing } = await statement('bob', '?until=2026-05-29')
    expect([lines.map(({ on, kind, credit }) => [on, kind, credit]), closing]).toEqual([
      [['2026-05-29', 'payment', 600]],
      -600,
    ])
    const { statement: all } = await read<MoneyView>('bob', '/api/money')
    expect(all.map(({ on, at, balance }) => [on, at.slice(0, 10), balance])[0]).toEqual([
      ...['2026-05-29', '2026-06-01', -600],
    ])
  })

  it('names the documents and payments of a period, after its opening balance', async () => {
    const whole = await statement('bob')
    expect(
      whole.lines.map(({ kind, document, debit, credit }) => [kind, document?.name, debit, credit]),
    ).toEqual([
      ['payment', 'INV-000001', 0, 600],
      ['invoice', 'INV-000001', 3_100, 0],
      ['settlement', undefined, 155_000, 0],
    ])
    const until = await statement('bob', '?until=2026-06-01')
    expect(until).toMatchObject({ opening: 0, closing: 2_500, debits: 3_100, credits: 600 })
    const after = await statement('bob', '?from=2026-06-02')
    expect(after).toMatchObject({ opening: 2_500, closing: 157_500, credits: 0 })
    expect(after.lines).toHaveLength(1)
  })

  it('is there as CSV and as PDF', async () => {
    const csv = await world.ask('bob', '/api/money/statement?until=2026-06-01&format=csv')
    expect(csv.body.split(/\r?\n/)[1]).toContain('Opening balance')
    expect(csv.body).toContain('INV-000001')
    expect(csv.body.trim().split(/\r?\n/).at(-1)).toBe('2026-06-01,Closing balance,,,,,,3100,600,2500')
    const pdf = await world.ask('bob', '/api/money/statement?format=pdf')
    expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      ...['application/pdf', '%PDF-'],
    ])
  })

  it('is for those alone who may know the money of the organisation', async () => {
    expect((await world.ask('fay', '/api/money/statement?organisationId=builder')).statusCode).toBe(404)
    expect((await world.ask('sue', '/api/money/statement?organisationId=builder')).statusCode).toBe(404)
    expect((await world.ask('bob', '/api/money/statement?from=soon')).statusCode).toBe(400)
  })
})

describe('a trial balance', () => {
  const accounts = (query: string) => read<AccountsView>('olga', `/api/accounts${query}`)
  const balances = ({ accounts: all }: AccountsView) =>
    Object.fromEntries(all.filter(one => one.balance !== 0).map(({ id, balance }) => [id, balance]))

  it('is of the end of a day, by accounting dates, with equal debits and credits', async () => {
    expect(balances(await accounts('?until=2026-05-28'))).toEqual({})
    const may = await accounts('?until=2026-05-31')
    // The bank took 600.00 for the invoice and paid 17,400.00, before any document of these books.
    expect(balances(may)).toEqual({ bank: -16_800, 'due builder': -600, 'payable farm': 17_400 })
    expect(may.totals).toEqual({ opening: 0, debit: 36_000, credit: 36_000, balance: 0 })
    const june = await accounts('?until=2026-06-01')
    expect(balances(june)).toEqual({
      ...{ bank: -16_800, 'due builder': 2_500, 'payable farm': 14_500, vat: -200 },
    })
    expect(june.totals.debit).toBe(june.totals.credit)
  })

  it('lists the rounds that were settled up to that day', async () => {
    const roundsOf = async (query: string) => (await accounts(query)).rounds.map(({ round }) => round.id)
    const [settled] = (await accounts('')).rounds
    const day = englishDayOf(settled!.settledAt)
    expect(await roundsOf(`?until=${day}`)).toEqual([settled!.round.id])
    expect(await roundsOf(`?until=${addDays(day, -1)}`)).toEqual([])
    expect(await roundsOf(`?from=${addDays(day, 1)}`)).toEqual([settled!.round.id])
  })

  it('shows what moved in a period between the opening and the closing balance', async () => {
    const june = await accounts('?from=2026-06-01&until=2026-06-30')
    expect(june).toMatchObject({
      from: '2026-06-01',
      until: '2026-06-30',
      totals: { opening: 0, balance: 0 },
    })
    expect(june.accounts.find(({ id }) => id === 'due builder')).toMatchObject({
      ...{ opening: -600, debit: 3_100, credit: 0, balance: 2_500 },
    })
    const [whole, dated] = [await accounts(''), await accounts('?from=2000-01-01&until=2100-01-01')]
    expect(dated.accounts).toEqual(whole.accounts)
    const csv = await world.ask('olga', '/api/accounts?from=2026-06-01&until=2026-06-30&format=csv')
    expect(csv.body).toContain('\nDue from buyers,The builder,3100,0,2500,-600,due builder,2500,\r')
    const [head = [], ...rows] = parse(csv.body, { bom: true })
    expect(head.slice(-2)).toEqual(['Debit balance (GBP)', 'Credit balance (GBP)'])
    // The builder owes 2,500.00 and the farm, which was paid too much, 14,500.00; 16,800.00 left the bank, and VAT of 200.00 is owed.
    const total = ['Total', '', ...['6000', '6000', '0', '0'], '', ...['17000', '17000']]
    expect(rows.at(-1)).toEqual(total)
    expect(await accounts('?until=2026-05-31')).not.toEqual(whole)
    expect((await read<AccountsView>('bob', '/api/accounts?until=2026-05-31')).accounts).toMatchObject([
      { id: 'due builder', balance: -600 },
    ])
  })

  it.each(['accounts?from', 'accounts?until', 'journal?until', 'money/statement?from', 'money/vat?until'])(
    'names %s if it is no date',
    async query => {
      const answer = await world.ask('olga', `/api/${query}=2026-02-30`)
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(query.split('?')[1]!)])
    },
  )

  it.each(['accounts', 'journal', 'money/vat', 'money/statement'])(
    'of %s is refused if it ends before it begins',
    async address => {
      const refused = await world.ask('olga', `/api/${address}?from=2026-06-02&until=2026-06-01`)
      expect([refused.statusCode, refused.body]).toEqual([
        400,
        expect.stringContaining('until must not be before from'),
      ])
      const oneDay = await world.ask('olga', `/api/${address}?from=2026-06-01&until=2026-06-01`)
      expect(oneDay.statusCode).toBe(200)
    },
  )
})

describe('exports for accountants', () => {
  it('give the journal of a period to the market operator', async () => {
    const rows = async (query: string) =>
      (await world.ask('olga', `/api/journal${query}`)).body.trim().split(/\r?\n/).length - 1
    const [whole, before, after] = [
      await rows(''),
      await rows('?until=2026-06-01'),
      await rows('?from=2026-06-02'),
    ]
    expect([before > 0, after > 0, before + after]).toEqual([true, true, whole])
    expect((await world.ask('bob', '/api/journal?from=2026-06-02')).statusCode).toBe(403)
  })

  it('give only what was entered from a day on, such as since the last close', async () => {
    const dated = async (query: string) =>
      (await world.ask('olga', `/api/journal?until=2026-05-29${query}`)).body.trim().split(/\r?\n/).slice(1)
    // The bank booked both lines on 29 May, and their statement was uploaded on 1 June.
    expect((await dated('')).length).toBeGreaterThan(4)
    expect(await dated('&enteredFrom=2026-06-01')).toEqual(await dated(''))
    expect(await dated('&enteredFrom=2026-06-02')).toEqual([])
  })

  it('give each organisation its own documents of a period', async () => {
    const csv = async (who: string, query: string) =>
      (await world.ask(who, `/api/invoices?format=csv${query}`)).body
    expect(await csv('bob', '&issuedFrom=2026-06-01&issuedUntil=2026-06-01')).toContain('INV-000001')
    expect(await csv('bob', '&issuedFrom=2026-06-02')).not.toContain('INV-000001')
    expect(await csv('bob', '')).not.toContain('SBI-000001')
  })
})
