import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import { paymentReference } from '#domain/money/invoice'
import { chargeLateInterest } from '#server/jobs/charge-interest'
import { chasePayments } from '#server/jobs/chase-payments'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { camtOf, uploadStatement } from './camt.ts'
import { act, OWN_ACCOUNT } from './paying.ts'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  // The first part falls due on 1 March 2026.
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
})
afterAll(() => world.close())

const at = (day: string) => (world.clock.now = `${day}T12:00:00.000Z`)
const issueDue = () => issueDueInvoices.run({ runtime: world.runtime, files: world.files })
const chase = () => chasePayments.run({ runtime: world.runtime, files: world.files })
const read = async <T>(url: string): Promise<T> => {
  const answer = await world.ask('olga', url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const invoice = (id: string) => read<InvoiceView>(`/api/invoice/${id}`)
const invoiceAgain = async (id: string) => {
  const values = { reason: 'The address was wrong', isReissued: true }
  expect((await act(world, 'olga', `/api/invoice/${id}/action/CreditInvoice`, values)).status).toBe(200)
  await issueDue()
}

it('is due the days of the schedule after its own issue, also if the first due date has not come', async () => {
  at('2026-02-03')
  await invoiceAgain('INV-000001')
  // 30 days after its own issue, two days later than the first invoice.
  expect(await invoice('INV-000002')).toMatchObject({ due: '2026-03-05', total: 18_600 })
})

it('gives the buyer the days of the schedule again, without a reminder in between', async () => {
  at('2026-05-01')
  await chase()
  expect((await invoice('INV-000002')).late.steps).toHaveLength(1)
  await invoiceAgain('INV-000002')
  expect(await invoice('INV-000003')).toMatchObject({
    ...{ due: '2026-05-31', total: 18_600 },
    late: { days: 0, steps: [], next: null },
  })
  at('2026-06-06')
  await chase()
  expect((await invoice('INV-000003')).late).toMatchObject({
    ...{ days: 6, steps: [], next: { step: 'reminder', on: '2026-06-07' } },
  })
})

it('bears interest from the new due date', async () => {
  const line = {
    ...{ amount: '18600.00', reference: 'B1', endToEndId: 'B1' },
    remittance: paymentReference('INV-000003'),
  }
  await uploadStatement(world, camtOf(OWN_ACCOUNT, [line]).replaceAll('2026-05-29', '2026-06-04'))
  await chargeLateInterest.run({ runtime: world.runtime, files: world.files })
  // 18,600 pounds for 4 days from 31 May to 4 June 2026, at 11.75 % a year.
  const pounds = Math.round((1_860_000 * 4 * 0.1175) / 365) / 100
  expect((await invoice('INT-000001')).total).toBe(pounds)
})

it('keeps no money from a supplier: a self-billed invoice that is made again is due at once', async () => {
  await invoiceAgain('SBI-000001')
  const { items } = await read<{ items: InvoiceRow[] }>('/api/invoices?documentKind=selfBilled&sort=issued')
  expect(items.map(({ name, due }) => [name, due])).toEqual([
    ['SBI-000001', '2026-03-01'],
    ['SBI-000002', '2026-06-06'],
  ])
})
