import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import type { AccountsView } from '#contract/money/money'
import { paymentReference } from '#domain/money/invoice'
import { chargeLateInterest } from '#server/jobs/charge-interest'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { findBrokenRules } from '../invoices/rules.ts'
import { camtOf, uploadStatement } from './camt.ts'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

const OWN = 'GB33BUKB20201555555555'

let world: World
beforeAll(async () => {
  // The first part falls due on 1 March 2026; test statements are of 29 May 2026.
  const rows = matchedRound('Settled').map(one =>
    one.change === 'create' && one.kind === 'round'
      ? { ...one, row: { ...one.row, settledAt: '2026-01-30T12:00:00.000Z' } }
      : one,
  )
  world = await startWorld(...rows)
  const { db } = world.store
  await sql`update organisation set iban = null where id not in ('operator')`.execute(db)
  await sql`alter table payment_terms disable trigger payment_terms_are_final`.execute(db)
  await sql`update payment_terms set late_payment = late_payment || '{"interest": true}'`.execute(db)
  await sql`alter table payment_terms enable always trigger payment_terms_are_final`.execute(db)
  world.clock.now = '2026-02-01T12:00:00.000Z'
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
  world.clock.now = '2026-06-01T12:00:00.000Z'
})
afterAll(() => world.close())

const charge = () => chargeLateInterest.run({ runtime: world.runtime, files: world.files })
const read = async <T>(who: string, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const names = async (who: string) =>
  (await read<{ items: InvoiceRow[] }>(who, '/api/invoices?sort=issued')).items.map(({ name }) => name)
const pay = (amount: string, line: string, number: string) =>
  uploadStatement(
    world,
    camtOf(OWN, [{ amount, reference: line, remittance: paymentReference(number), endToEndId: line }]),
  )
const balanceOf = async (id: string) =>
  (await read<AccountsView>('olga', '/api/accounts')).accounts.find(one => one.id === id)?.balance ?? 0
const faults = () =>
  world.store.db
    .transaction()
    .execute(async trx => (await runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck])).differences)

describe('interest on an invoice that was paid late', () => {
  it('is charged once, when all is paid, for the days of the bank and at the rate of its half-year', async () => {
    await pay('600.00', 'B1', 'INV-000001')
    await charge()
    expect(await names('bob')).toEqual(['INV-000001'])
    await pay('18000.00', 'B2', 'INV-000001')
    await charge()
    await charge()
    expect(await names('bob')).toEqual(['INV-000001', 'INT-000001'])
    // 18,600 pounds for 89 days from 1 March to 29 May 2026, at 11.75 % a year.
    const pence = Math.round((1_860_000 * 89 * 0.1175) / 365)
    expect(await read<InvoiceView>('bob', '/api/invoice/INT-000001')).toMatchObject({
      ...{ documentKind: 'interest', vat: 0, total: pence / 100, open: pence / 100, due: '2026-07-01' },
      lines: [
        { text: 'Interest on the late payment of INV-000001, 11.75% a year', treatment: 'outsideScope' },
      ],
    })
    expect(await balanceOf('interest')).toBe(-pence / 100)
    expect(await faults()).toEqual([])
  })

  it('has a note by the rules of EN 16931', async () => {
    const xml = await world.ask('bob', '/api/invoice/INT-000001/file?format=xml')
    expect(findBrokenRules(xml.body)).toEqual([])
    expect((await world.ask('bob', '/api/invoice/INT-000001/file?format=pdf')).statusCode).toBe(200)
  })

  it('is waived by a credit note with a reason, and not charged again', async () => {
    const url = '/api/invoice/INT-000001/action/CreditInvoice'
    const waived = await world.ask('olga', url, {
      ...{ method: 'POST', payload: { values: { reason: 'Our bank was closed' } } },
    })
    expect(waived.statusCode, waived.body).toBe(200)
    await charge()
    expect(await names('bob')).toEqual(['INV-000001', 'INT-000001', 'CRN-000001'])
    expect(await read<InvoiceView>('bob', '/api/invoice/INT-000001')).toMatchObject({ open: 0 })
    expect([await balanceOf('interest'), await balanceOf('unallocated')]).toEqual([0, 0])
    expect(await faults()).toEqual([])
  })

  it('waits while the rate of its half-year is missing, and says so on the invoice and on the page of money', async () => {
    const { db } = world.store
    await sql`insert into invoice (issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, content)
      select issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, '2030-02-01', 100, 0, content
      from invoice where id = 'INV-000001'`.execute(db)
    const entry = {
      amount: '1.00',
      reference: 'B3',
      remittance: paymentReference('INV-000002'),
      endToEndId: 'B3',
    }
    await uploadStatement(world, camtOf(OWN, [entry]).replaceAll('2026-05-29', '2030-05-29'))
    world.clock.now = '2030-06-01T12:00:00.000Z'
    await charge()
    expect(await names('bob')).not.toContain('INT-000002')
    expect(await read<InvoiceView>('bob', '/api/invoice/INV-000002')).toMatchObject({
      interestDelay: expect.stringContaining('the statutory rate from 1 Jan 2030 is missing') as string,
    })
    expect(await read<InvoiceView>('bob', '/api/invoice/INV-000001')).toMatchObject({ interestDelay: null })
    expect(await read('olga', '/api/money/overview')).toMatchObject({
      missingRates: [
        expect.stringContaining('add the row 2030-01-01 to refdata/late_interest_rates.csv') as string,
      ],
    })
    world.clock.now = '2026-06-01T12:00:00.000Z'
  })

  it('is charged by the market alone, and only where the terms say so', async () => {
    const answer = await world.ask('olga', '/api/invoice/INV-000001/action/ChargeInterest', {
      ...{ method: 'POST', payload: { values: {} } },
    })
    expect(answer.statusCode).toBe(403)
  })
})
