import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import type { AccountsView } from '#contract/money/money'
import type { PaymentRunRow } from '#contract/money/payment-run'
import type { RequirementView } from '#contract/requirement/requirement'
import { paymentReference } from '#domain/money/invoice'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { settleAllDeposits } from '#server/jobs/settle-deposits'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { depositNumber } from '../builders/deposit-number.ts'
import { findBrokenRules } from '../invoices/rules.ts'
import { camtOf, type TestEntry, uploadStatement } from './camt.ts'
import { act as actIn, OWN_ACCOUNT } from './paying.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

// A winner with a deposit of 200,000 pounds, which is more than its invoice of 186,000 pounds.

let world: World
const DEPOSIT = depositNumber('old-homes', 'settled', 1)
const act = (who: string, url: string, values: object = {}) => actIn(world, who, url, values)
const read = async <T>(url: string, who = 'olga'): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const settle = () => settleAllDeposits.run({ runtime: world.runtime, files: world.files })
const issue = () => issueDueInvoices.run({ runtime: world.runtime, files: world.files })
const bank = (entry: TestEntry) => uploadStatement(world, camtOf(OWN_ACCOUNT, [entry]))
const held = async (): Promise<number> =>
  (await read<AccountsView>('/api/accounts')).accounts
    .filter(({ purpose }) => purpose === 'deposits')
    .reduce((sum, { balance }) => sum - balance, 0)
const findFaults = () =>
  world.store.db
    .transaction()
    .execute(async trx => (await runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck])).differences)
const documents = async (kind: string): Promise<InvoiceRow[]> =>
  (await read<{ items: InvoiceRow[] }>(`/api/invoices?documentKind=${kind}&sort=issued`)).items
const deposit = async () => (await read<RequirementView>('/api/requirement/old-homes')).deposit
const reopen = (who = 'olga') =>
  act(who, `/api/invoice/${DEPOSIT}/action/ReopenDeposit`, { reason: 'Not theirs' })
const lineOf = async (reference: string): Promise<string> => {
  const { rows } = await sql<{
    id: string
  }>`select id from bank_line where bank_reference = ${reference}`.execute(world.store.db)
  return rows[0]!.id
}

const start = async (): Promise<void> => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('user', {
      ...{ id: 'otto', username: 'otto', email: 'otto@x.example', groups: ['admin'] },
      organisationId: 'operator',
    }),
  )
  await sql`alter table payment_terms disable trigger payment_terms_are_final`.execute(world.store.db)
  await sql`update payment_terms set schedule = ${JSON.stringify([
    { event: 'settlement', tenths: 1000, days: 30 },
    { event: 'rightsAllocated', tenths: 0, days: 30 },
    { event: 'creditsIssued', tenths: 0, days: 30 },
  ])}::jsonb where round_id = 'settled'`.execute(world.store.db)
  await sql`alter table payment_terms enable always trigger payment_terms_are_final`.execute(world.store.db)
  await sql`update organisation set iban = null where id <> 'operator'`.execute(world.store.db)
  await sql`insert into invoice (issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, content)
    values ('operator', 'deposit', 'settled', 'builder', 'requirement', 'old-homes', 'deposits', 'bidMade', '2026-04-01', '2026-04-30', 20000000, 0,
      (select jsonb_set(jsonb_set(content, '{lines}', '[{"kind":"deposit","projectId":null,"text":"Deposit","supplier":null,"amount":20000000,"treatment":"outsideScope","rate":0,"rule":"deposit"}]'),
        '{taxes}', '[{"treatment":"outsideScope","rate":0,"net":20000000,"vat":0}]') from (values (${JSON.stringify(CONTENT)}::jsonb)) as made (content)))`.execute(
    world.store.db,
  )
  await bank({
    ...{ amount: '200000.00', reference: 'IN', endToEndId: 'THEIRS-1' },
    remittance: paymentReference(DEPOSIT),
  })
  await issue()
  await settle()
}
const party = { address: null, companyNumber: null, vatNumber: null }
const CONTENT = {
  sellsAs: 'agent',
  seller: { id: 'operator', name: 'The operator', ...party },
  buyer: { id: 'builder', name: 'The builder', ...party },
  market: 'Levels',
  round: 'Round 0',
  item: 'old-homes',
  reason: null,
}

describe('a deposit of which a part was used and the rest is to be paid back', () => {
  beforeAll(start)
  afterAll(() => world.close())

  it('is used again for the invoice that replaces one, though the rest is paid back already', async () => {
    expect((await documents('depositReturn')).map(({ id, open }) => [id, open])).toEqual([
      ['DRN-000001', 14_000],
    ])
    const xml = (await world.ask('olga', '/api/invoice/INV-000001/file?format=xml')).body
    expect(xml).toMatch(
      /<cbc:PrepaidAmount currencyID="GBP">186000.00<.*<cbc:PayableAmount currencyID="GBP">0.00</s,
    )
    expect(findBrokenRules(xml)).toEqual([])
    const credit = { reason: 'The address was wrong', isReissued: true }
    expect((await act('olga', '/api/invoice/INV-000001/action/CreditInvoice', credit)).status).toBe(200)
    await issue()
    expect(await read<InvoiceView>('/api/invoice/INV-000002')).toMatchObject({ paid: 186_000, open: 0 })
    expect(await findFaults()).toEqual([])
  })

  it('is paid back a second time if no invoice replaces the one that it paid', async () => {
    const credit = { reason: 'Nothing is owed', isReissued: false }
    expect((await act('olga', '/api/invoice/INV-000002/action/CreditInvoice', credit)).status).toBe(200)
    await settle()
    await settle()
    expect((await documents('depositReturn')).map(({ open }) => open).toSorted((a, b) => a - b)).toEqual([
      14_000, 186_000,
    ])
    expect(await deposit()).toMatchObject({ state: 'ToBePaidBack', setOff: 0 })
    expect([await held(), await findFaults()]).toEqual([200_000, []])
  })

  it('keeps what the bank has paid back when it is reopened', async () => {
    await bank({ amount: '-14000.00', reference: 'OUT', remittance: paymentReference('DRN-000001') })
    expect((await reopen()).status).toBe(200)
    expect(await read<InvoiceView>('/api/invoice/DRN-000001')).toMatchObject({
      paid: 14_000,
      creditedBy: null,
    })
    expect(await read<InvoiceView>('/api/invoice/DRN-000002')).toMatchObject({ open: 0 })
    expect([await held(), await findFaults()]).toEqual([186_000, []])
    expect(
      (await act('olga', `/api/bank-line/${await lineOf('IN')}/action/TakeBookingBack`, { reason: 'Wrong' }))
        .said,
    ).toContain('has been used or paid back')
  })
})

describe('a deposit whose payment was booked wrongly', () => {
  beforeAll(start)
  afterAll(() => world.close())

  it('can be reopened by the market operator alone, and its booking can then be taken back', async () => {
    const url = `/api/bank-line/${await lineOf('IN')}/action/TakeBookingBack`
    expect((await act('olga', url, { reason: 'Wrong' })).said).toContain('has been used or paid back')
    expect((await reopen('bob')).status).toBe(403)
    expect((await reopen()).status).toBe(200)
    expect((await reopen()).said).toContain('has paid no invoice')
    await settle()
    expect(await read<InvoiceView>('/api/invoice/INV-000001')).toMatchObject({ paid: 0, open: 186_000 })
    expect(await read<InvoiceView>('/api/invoice/DRN-000001')).toMatchObject({ open: 0 })
    expect([await held(), await findFaults()]).toEqual([200_000, []])
    expect((await act('olga', url, { reason: 'Wrong' })).status).toBe(200)
    expect([await held(), await findFaults()]).toEqual([0, []])
  })
})

describe('a deposit that the bank returns after it was used', () => {
  beforeAll(start)
  afterAll(() => world.close())

  it('waits while the deposit is used, and its repayment is not chosen for a payment run', async () => {
    await sql`update organisation set iban = 'GB82WEST12345698765432', iban_set_at = '2026-01-05' where id = 'builder'`.execute(
      world.store.db,
    )
    await bank({ amount: '-200000.00', reference: 'RET', endToEndId: 'THEIRS-1', isReturn: true })
    expect(await held()).toBe(14_000)
    const form = await read<{
      given: { payable: { id: string }[]; returned: { id: string; text: string }[] }
    }>('/api/payment-runs/action/CreatePaymentRun')
    expect(form.given.payable.map(({ id }) => id)).toContain('DRN-000001')
    expect(form.given.returned).toMatchObject([
      { id: 'DRN-000001', text: expect.stringContaining('bank line RET may have returned') },
    ])
    const run = await act('olga', '/api/payment-runs/action/CreatePaymentRun', { invoices: ['DRN-000001'] })
    expect(run.status, run.said).toBe(200)
    expect((await reopen()).said).toContain('is in a payment run')
  })

  it('is not paid back by the person who uploaded its payment, also not by the database', async () => {
    const [run] = (await read<{ items: PaymentRunRow[] }>('/api/payment-runs')).items
    const file = await world.ask('otto', `/api/payment-run/${run!.id}/action/MakePaymentFile`, {
      method: 'POST',
      payload: { values: {}, preview: true },
    })
    expect(file.body).toContain('which was paid by bank line IN of')
    expect((await act('olga', `/api/payment-run/${run!.id}/action/MakePaymentFile`)).said).toContain(
      'cannot approve paying it back',
    )
    await expect(
      sql`update payment_run set status = 'Approved', approved_by = 'olga', approved_at = now() where id = ${run!.id}`.execute(
        world.store.db,
      ),
    ).rejects.toMatchObject({ constraint: 'payment_run_is_approved_by_another' })
  })

  it('can be corrected: its invoice is open again, and the returned line books the deposit to nothing', async () => {
    const [run] = (await read<{ items: PaymentRunRow[] }>('/api/payment-runs')).items
    const cancelled = await act('olga', `/api/payment-run/${run!.id}/action/CancelPaymentRun`, {
      reason: 'The bank returned the deposit',
    })
    expect(cancelled.status, cancelled.said).toBe(200)
    const book = async (who: string, amount: number) =>
      act(who, `/api/bank-line/${await lineOf('RET')}/action/BookBankLine`, {
        ...{ invoice: DEPOSIT, amount, reason: 'The bank returned the deposit' },
      })
    expect((await book('otto', 200_000)).said).toContain('Reopen the deposit first')
    expect((await reopen()).status).toBe(200)
    expect((await book('olga', 200_000)).said).toContain('Someone else must book this line')
    expect((await book('otto', 100_000)).said).toContain('Book the whole line')
    const booked = await book('otto', 200_000)
    expect(booked.status, booked.said).toBe(200)
    expect(await read<InvoiceView>('/api/invoice/INV-000001')).toMatchObject({ paid: 0, open: 186_000 })
    expect(await deposit()).toMatchObject({ state: 'Asked', paid: 0 })
    expect(await read<InvoiceView>(`/api/invoice/${DEPOSIT}`)).toMatchObject({
      payments: [
        { amount: 200_000, rule: 'reference' },
        { amount: -200_000, rule: 'returned' },
      ],
    })
    expect([await held(), await findFaults()]).toEqual([0, []])
  })
})
