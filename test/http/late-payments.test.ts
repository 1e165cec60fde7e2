import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView } from '#contract/case/case'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import type { MarketView } from '#contract/round/market'
import type { RoundView } from '#contract/round/round'
import { paymentReference } from '#domain/money/invoice'
import { chasePayments } from '#server/jobs/chase-payments'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { camtOf, type TestEntry, uploadStatement } from './camt.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

const OWN = 'GB33BUKB20201555555555'
const INVOICE = paymentReference('INV-000001')

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('participation', {
      ...{ id: 'builder-settled', organisationId: 'builder', roundId: 'settled', status: 'Registered' },
    }),
    sampleRow('agentAuthority', {
      ...{ id: 'auth-3', roundId: 'settled', clientId: 'builder', agentId: 'agency' },
    }),
  )
  await sql`update organisation set iban = null where id not in ('operator')`.execute(world.store.db)
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
})
afterAll(() => world.close())

const chase = async (day: string) => {
  world.clock.now = `${day}T12:00:00.000Z`
  await chasePayments.run({ runtime: world.runtime, files: world.files })
}
const read = async <T>(who: string, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const late = async (who = 'bob') => (await read<InvoiceView>(who, '/api/invoice/INV-000001')).late
const notices = async () => {
  const { rows } = await sql<{ kind: string; username: string; emails: number }>`
    select kind, username, (select count(*)::integer from mail_outbox where mail_outbox.id = letter_id) as emails
    from inbox_item join "user" on "user".id = user_id
    where kind like 'payment-%' or kind like '%case-opened' order by created_at, kind, username`.execute(
    world.store.db,
  )
  expect(rows.every(({ emails }) => emails === 1)).toBe(true)
  return rows.map(({ kind, username }) => `${kind} ${username}`)
}
const bank = (entry: TestEntry) => uploadStatement(world, camtOf(OWN, [entry]))

describe('the terms of a market for late payments', () => {
  const set = (who: string, values: object) =>
    world.ask(who, '/api/market/levels/action/SetLatePayment', { method: 'POST', payload: { values } })
  const values = { reminder: 3, secondReminder: 10, finalNotice: 20, lapse: 30, interest: true }

  it('are public with the market, and apply to rounds that open later', async () => {
    expect((await read<MarketView>('bob', '/api/market/levels')).latePayment).toMatchObject({ reminder: 7 })
    expect((await set('bob', values)).statusCode).toBe(403)
    const refused = await set('olga', { ...values, lapse: 21 })
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('At least 27 days')])
    expect((await set('olga', values)).statusCode).toBe(200)
    const termsOf = async (id: string) => (await read<RoundView>('olga', `/api/round/${id}`)).latePayment
    expect(await termsOf('settled')).toMatchObject({ reminder: 7, lapse: 49 })
    expect(await termsOf('draft')).toEqual(values)
  })
})

describe('an invoice that is not paid', () => {
  it('has no reminder until its day, and then one', async () => {
    await chase('2026-12-27')
    expect(await late()).toMatchObject({ days: 6, steps: [], next: { step: 'reminder', on: '2026-12-28' } })
    await Promise.allSettled([chase('2026-12-28'), chase('2026-12-28')])
    await chase('2026-12-29')
    expect(await late()).toMatchObject({
      ...{ days: 8, steps: [{ step: 'reminder', on: '2026-12-28' }], case: null },
      next: { step: 'secondReminder', on: '2027-01-11' },
    })
    expect(await notices()).toEqual(['payment-late amy', 'payment-late bob'])
    const { rows } = await sql<{ action: string }>`
      select action from activity where action = 'ChasePayment'`.execute(world.store.db)
    expect(rows).toHaveLength(1)
  })

  it('is among the open invoices of the market operator, as is one that the operator owes', async () => {
    const { items } = await read<{ items: InvoiceRow[] }>('olga', '/api/invoices?isOpen=true&sort=due')
    expect(items.map(({ name, late: of }) => [name, of.days, of.next?.step ?? null])).toEqual([
      ['INV-000001', 8, 'secondReminder'],
      ['SBI-000001', 8, null],
    ])
    expect((await read<{ items: unknown[] }>('olga', '/api/invoices?isOpen=false')).items).toEqual([])
  })

  it('gets only the latest step after an outage, and no case before the notice had its days', async () => {
    await chase('2027-03-01')
    expect((await late()).steps.map(({ step }) => step)).toEqual(['reminder', 'finalNotice'])
    await chase('2027-03-14')
    expect(await late()).toMatchObject({ case: null, next: { step: 'lapse', on: '2027-03-15' } })
  })

  it('is not chased once it is paid, and again if the bank takes the payment back', async () => {
    await bank({ amount: '18600.00', reference: 'B1', remittance: INVOICE, endToEndId: 'E1' })
    await chase('2027-03-20')
    expect(await late()).toMatchObject({ days: 0, next: null, case: null })
    await bank({ amount: '-18600.00', reference: 'B2', endToEndId: 'E1', isReturn: true })
    await chase('2027-04-01')
    expect(await late()).toMatchObject({ days: 101, case: null, next: { step: 'lapse', on: '2027-05-08' } })
  })

  it('opens one case, which names the invoice and no amount, and tells everyone it concerns', async () => {
    await chase('2027-05-08')
    await chase('2027-05-20')
    const { case: opened } = await late()
    const { rows } = await sql<{ id: string }>`select id from "case" where type = 'BuyerDefault'
      and requirement_id = 'old-homes'`.execute(world.store.db)
    expect(rows).toEqual([{ id: opened?.id }])
    const shown = await read<CaseView>('fay', `/api/case/${opened?.id}`)
    expect(shown).toMatchObject({ name: 'Buyer does not pay: Round 0', status: 'Reported', gap: null })
    expect(shown.what).toBe(
      'Invoice INV-000001 was due on 21 Dec 2026 and has not been paid in full. Sent: reminder on 28 Dec 2026, final notice on 1 Mar 2027.',
    )
    expect(await read<CaseView>('bob', `/api/case/${opened?.id}`)).toMatchObject({
      gap: { paid: 0, open: 18_600 },
    })
    expect((await notices()).slice(2)).toEqual([
      ...['payment-final-notice amy', 'payment-final-notice bob'],
      ...['case-opened amy', 'case-opened bob', 'case-opened olga', 'case-opened sue'],
      ...['holding-case-opened fay'],
    ])
  })

  it('is stored as it was sent, and no one but the market can send it', async () => {
    await expect(sql`update payment_reminder set at = now()`.execute(world.store.db)).rejects.toThrow(
      'stays as it is',
    )
    const answer = await world.ask('olga', '/api/invoice/INV-000001/action/ChasePayment', {
      ...{ method: 'POST', payload: { values: { step: 'secondReminder' } } },
    })
    expect(answer.statusCode).toBe(403)
  })
})
