import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import type { AccountsView, MoneyView } from '#contract/money/money'
import { paymentReference } from '#domain/money/invoice'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { findBrokenRules } from '../invoices/rules.ts'
import { camtOf, uploadStatement as bank } from './camt.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

const OWN = 'GB33BUKB20201555555555'

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('case', {
      ...{ id: 'failure', name: 'Delivery failure: old-sedge', roundId: 'settled', projectId: 'old-sedge' },
      ...{ ownerId: 'farm', concernedIds: ['builder'], concernedLpaIds: [], reportedBy: 'olga' },
      ...{ since: '2026-05-01', status: 'Confirmed', failedSince: '2026-05-01', reportedForId: 'operator' },
      ...{ confirmedAt: '2026-05-20T10:00:00.000Z', endedAt: null, rectifyBy: null },
    }),
    sampleRow('unitFailure', {
      ...{ id: 'failed', caseId: 'failure', creditId: 'sold', firstUnit: 1, lastUnit: 10_000 },
      ...{ startDay: '2026-05-01', endDay: null },
    }),
  )
  await sql`update organisation set iban = null where id not in ('operator')`.execute(world.store.db)
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
})
afterAll(() => world.close())

const read = async <T>(who: string, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const act = async (who: string, url: string, values: object) => {
  const answer = await world.ask(who, url, { method: 'POST', payload: { values } })
  return { status: answer.statusCode, said: answer.body }
}
const faults = () =>
  world.store.db
    .transaction()
    .execute(async trx => (await runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck])).differences)
const held = async (who: string, id: string) => (await read<InvoiceView>(who, `/api/invoice/${id}`)).held

describe('a confirmed failure of a project', () => {
  it('holds the failed share of what its supplier is still to be paid, and says why', async () => {
    const share = { amount: 4_350, failedUnits: 1, soldUnits: 4 }
    expect(await held('fay', 'SBI-000001')).toEqual({
      ...share,
      case: { id: 'failure', name: 'Delivery failure: old-sedge' },
    })
    const { items } = await read<{ items: InvoiceRow[] }>('olga', '/api/invoices?sort=issued')
    expect(items.map(({ name, held: of }) => [name, of?.amount ?? null])).toEqual([
      ['INV-000001', null],
      ['SBI-000001', 4_350],
    ])
  })

  it('lets two people refund the buyer for its share, with a credit note that the bank pays out', async () => {
    const form = await read<{ given: { requirements: { sentence: string }[] } }>(
      'olga',
      '/api/case/failure/action/Refund',
    )
    expect(form.given.requirements.map(({ sentence }) => sentence)).toEqual([
      '£4,650.00 is payable to the buyer of old-homes, of which £775.00 is VAT: for 1.00 of 4.00 units',
    ])
    const values = { requirement: 'old-homes', reason: 'The reeds have died' }
    expect((await act('bob', '/api/case/failure/action/Refund', values)).status).toBe(403)
    const { status, said } = await act('olga', '/api/case/failure/action/Refund', values)
    expect(status, said).toBe(200)
    expect(await read<InvoiceView>('bob', '/api/invoice/RFN-000001')).toMatchObject({
      ...{ documentKind: 'refund', net: -3_875, vat: -775, total: -4_650, paid: 0, open: 4_650 },
      ...{ reason: 'The reeds have died', buyer: { id: 'builder' } },
    })
    expect((await act('olga', '/api/case/failure/action/Refund', values)).status).toBe(422)
    expect(await read<MoneyView>('bob', '/api/money')).toMatchObject({
      ...{ openToPay: 18_600, openToReceive: 4_650 },
    })
    expect(await faults()).toEqual([])
  })

  it('writes the credit note by the rules of EN 16931', async () => {
    const xml = await world.ask('bob', '/api/invoice/RFN-000001/file?format=xml')
    expect(findBrokenRules(xml.body)).toEqual([])
    expect(xml.body).toContain('<cbc:PayableAmount currencyID="GBP">4650.00<')
    const pdf = await world.ask('bob', '/api/invoice/RFN-000001/file?format=pdf')
    expect(pdf.statusCode).toBe(200)
  })

  it('lets a payment run pay the refund, and what is not held of the supplier', async () => {
    await sql`update organisation set iban = 'GB82WEST12345698765432', iban_set_at = '2026-01-05T10:00:00Z'
      where id in ('farm', 'builder')`.execute(world.store.db)
    await sql`update organisation set iban = ${OWN}, iban_set_at = '2026-01-05T10:00:00Z' where id = 'operator'`.execute(
      world.store.db,
    )
    const { now } = world.clock
    world.clock.now = '2027-01-04T09:00:00.000Z'
    const { given } = await read<{ given: { payable: { id: string; open: number }[] } }>(
      'olga',
      '/api/payment-runs/action/CreatePaymentRun',
    )
    const chosen = { invoices: ['SBI-000001', 'RFN-000001'] }
    const { status, said } = await act('olga', '/api/payment-runs/action/CreatePaymentRun', chosen)
    expect(status, said).toBe(200)
    expect(await faults()).toEqual([])
    const { items } = await read<{ items: { links: { self: string } }[] }>('olga', '/api/payment-runs')
    const cancel = `${items[0]!.links.self}/action/CancelPaymentRun`
    expect(await read('olga', cancel)).toMatchObject({ title: 'Cancel payment run' })
    const cancelled = await act('olga', cancel, { reason: 'Tried' })
    expect(cancelled.status, cancelled.said).toBe(200)
    world.clock.now = now
    expect(Object.fromEntries(given.payable.map(({ id, open }) => [id, open]))).toEqual({
      'SBI-000001': 1_305_000,
      'RFN-000001': 465_000,
    })
    await sql`update organisation set iban = null, iban_set_at = null where id in ('farm', 'builder')`.execute(
      world.store.db,
    )
  })

  it('is paid by a line of the bank with its reference, and the books say so', async () => {
    const reference = paymentReference('RFN-000001')
    await bank(world, camtOf(OWN, [{ amount: '-4650.00', reference: 'B1', remittance: reference }]))
    expect(await read<InvoiceView>('bob', '/api/invoice/RFN-000001')).toMatchObject({ paid: 4_650, open: 0 })
    const { accounts } = await read<AccountsView>('olga', '/api/accounts')
    const balance = (id: string) => accounts.find(one => one.id === id)?.balance
    expect([balance('refunds'), balance('bank'), balance('unallocated')]).toEqual([3_875, -4_650, 0])
    expect(accounts.reduce((sum, one) => sum + Math.round(one.balance * 100), 0)).toBe(0)
    expect(await faults()).toEqual([])
  })

  it('leaves the invoices that it refunds as they are, and refuses other units for the same holder', async () => {
    const credit = { reason: 'Wrong', isReissued: false }
    expect(await act('olga', '/api/invoice/INV-000001/action/CreditInvoice', credit)).toMatchObject({
      ...{ status: 422, said: expect.stringContaining('have been refunded') },
    })
    expect((await act('olga', '/api/invoice/RFN-000001/action/CreditInvoice', credit)).status).toBe(409)
    const drawn = await act('olga', '/api/case/failure/action/DrawOnReserve', { reason: 'x' })
    expect(drawn.status).toBe(422)
  })

  it('keeps refunded units failed, also if the case ends because the project delivers again', async () => {
    const values = { outcome: 'Restored', reason: 'Planted again' }
    const { status, said } = await act('olga', '/api/case/failure/action/Close', values)
    expect(status, said).toBe(200)
    expect((await held('fay', 'SBI-000001'))?.amount).toBe(4_350)
  })

  it('holds nothing any more once the units are delivered again', async () => {
    await sql`update unit_failure set ended_at = '2026-06-01T10:00:00Z'`.execute(world.store.db)
    expect(await held('fay', 'SBI-000001')).toBe(null)
  })
})
