import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionForm } from '#contract/kit/form'
import type { BankLineRow, BankLineView } from '#contract/money/bank'
import type { PaymentRow } from '#contract/money/payment'
import type { PaymentRunRow, PaymentRunView } from '#contract/money/payment-run'
import { addDays } from '@credit-market/values/dates'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { createPaymentRun } from '#actions/payment-run/create-payment-run'
import { camtOf, type TestEntry, uploadStatement } from './camt.ts'
import { act as actIn, OWN_ACCOUNT } from './paying.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorldWith, type World } from './world.ts'

const FARM = 'GB82WEST12345698765432'

/** A round whose only supplier, the farm, is due to be paid; the market operator has two people, Olga and Otto. */
const startPaying = async (secondPerson: 'operator' | 'nobody'): Promise<World> => {
  const started = await startWorldWith(
    { SECOND_PERSON: secondPerson },
    ...matchedRound('Settled'),
    sampleRow('user', {
      ...{ id: 'otto', username: 'otto', email: 'otto@x.example', groups: ['admin'] },
      organisationId: 'operator',
    }),
  )
  const { db } = started.store
  await sql`update organisation set iban = ${FARM}, iban_set_at = '2026-01-05' where id = 'farm'`.execute(db)
  await issueDueInvoices.run({ runtime: started.runtime, files: started.files })
  started.clock.now = '2027-01-04T09:00:00.000Z'
  return started
}

let world: World
const act = (who: string, url: string, values: object = {}, more: object = {}) =>
  actIn(world, who, url, values, more)
const read = async <T>(url: string, who = 'olga'): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const newest = async () => {
  const { items } = await read<{ items: PaymentRunRow[] }>('/api/payment-runs')
  return read<PaymentRunView>(`/api/payment-run/${items[0]!.id}`)
}
const form = () => read<ActionForm>('/api/payment-runs/action/CreatePaymentRun')
const create = async (invoice: string) => {
  const made = await act('olga', '/api/payment-runs/action/CreatePaymentRun', { invoices: [invoice] })
  expect(made.status, made.said).toBe(200)
  return newest()
}
const runUrl = async (action: string) => `/api/payment-run/${(await newest()).id}/action/${action}`
const propose = async (who: string, url: string, values: object = {}) => {
  const proposed = await act(who, url, values, { reason: 'It is due' })
  expect(proposed.status, proposed.said).toBe(202)
  return `/api/proposal/${proposed.result.proposal}`
}
const approve = (who: string, proposal: string, more: object = {}) =>
  act(who, `${proposal}/action/Approve`, {}, more)

const upload = (entry: TestEntry) => uploadStatement(world, camtOf(OWN_ACCOUNT, [entry]))

/** Olga uploads a statement by which the invoice of the newest run is paid, and another one by which the bank returned that. */
const payAndReturn = async () => {
  const { endToEndId } = (await newest()).orders[0]!
  await upload({ amount: '-17400.00', reference: 'OUT', endToEndId })
  await upload({ amount: '17400.00', reference: 'BACK', endToEndId, isReturn: true })
}

const OWN_UPLOAD = 'You uploaded the bank statement in which the payment of SBI-000001 was returned'

describe('an invoice whose payment the bank returned', () => {
  beforeAll(async () => {
    world = await startPaying('operator')
    await create('SBI-000001')
    expect((await approve('otto', await propose('olga', await runUrl('MakePaymentFile')))).status).toBe(200)
    await payAndReturn()
  })
  afterAll(() => world.close())

  it('is in the form of the next run with when, by which line of which statement and whose upload it came back', async () => {
    const { given } = await form()
    const text = expect.stringMatching(
      /^SBI-000001 was paid before\. The bank returned the payment on \d+ \w+ \d{4}: bank line BACK of statement\.xml, which .+ uploaded$/,
    ) as string
    expect(given).toMatchObject({
      payable: [{ id: 'SBI-000001' }],
      returned: [{ id: 'SBI-000001', text }],
    })
    const { orders } = await create('SBI-000001')
    expect(orders).toMatchObject([
      {
        paidBefore: [
          {
            ...{ invoice: { id: 'SBI-000001' }, rule: 'returned', bankLine: { name: 'BACK' } },
            ...{ statement: { name: 'statement.xml' }, uploadedBy: { id: 'olga' }, text },
          },
        ],
      },
    ])
    const { statement } = orders[0]!.paidBefore[0]!
    const file = await world.ask('otto', `/api/file/${statement!.id}`)
    expect([file.statusCode, file.body.includes('BACK')]).toEqual([200, true])
    for (const who of ['fay', 'bob'])
      expect((await world.ask(who, `/api/file/${statement!.id}`)).statusCode).toBe(404)
  })

  it('is not chosen at first', () => {
    const given = {
      ...{ today: '2027-01-04', actorIsOperator: true, returned: [{ id: 'SBI-000001' }] },
      cancelled: [{ id: 'SBI-000003' }],
      payable: [
        { id: 'SBI-000001' },
        { id: 'SBI-000002' },
        { id: 'SBI-000003' },
        { id: 'RFN-000001', isRefund: true },
      ],
    }
    expect(createPaymentRun.initial?.({}, given)).toEqual({ invoices: ['SBI-000002'] })
  })

  it('is not approved by the person who uploaded that line, and the proposal stays for someone else', async () => {
    const proposal = await propose('otto', await runUrl('MakePaymentFile'))
    for (const more of [{}, { preview: true }]) {
      const refused = await approve('olga', proposal, more)
      expect([refused.status, refused.said]).toEqual([409, expect.stringContaining(OWN_UPLOAD)])
      expect(refused.said).toContain('Ask a colleague to approve')
    }
    expect(await read(proposal)).toMatchObject({ status: 'Waiting' })
    expect((await act('otto', `${proposal}/action/WithdrawProposal`, { confirmed: true })).status).toBe(200)
  })

  it('is refused by the database too if that person approves', async () => {
    const { id } = await newest()
    const file = { hash: 'a'.repeat(64), account: FARM }
    const setBy = (who: string) =>
      sql`update payment_run set status = 'Approved', approved_at = now(), approved_by = ${who}, account = ${file.account},
        payer_name = 'Operator', file_hash = ${file.hash} where id = ${id}`.execute(world.store.db)
    await expect(setBy('olga')).rejects.toMatchObject({ constraint: 'payment_run_is_approved_by_another' })
  })

  it('is paid again if another person approves', async () => {
    const url = await runUrl('MakePaymentFile')
    const seen = await act('olga', url, {}, { reason: 'Due', preview: true })
    expect(seen.said).toContain('SBI-000001 was paid before. The bank returned the payment on')
    expect((await approve('otto', await propose('olga', url))).status).toBe(200)
    expect(await newest()).toMatchObject({ status: 'Approved', approvedBy: { id: 'otto' } })
  })

  it('keeps its history when a credit note takes it back and a new invoice follows', async () => {
    const cancel = await propose('olga', await runUrl('CancelPaymentRun'), { reason: 'Wrong address' })
    expect((await approve('otto', cancel)).status).toBe(200)
    const credit = { reason: 'Wrong address', isReissued: true }
    const url = '/api/invoice/SBI-000001/action/CreditInvoice'
    expect((await approve('otto', await propose('olga', url, credit))).status).toBe(200)
    await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
    world.clock.now = `${addDays(world.clock.now.slice(0, 10), 90)}T09:00:00.000Z`
    const { orders } = await create('SBI-000002')
    expect(orders[0]?.paidBefore).toMatchObject([
      { text: expect.stringContaining('SBI-000002 replaces SBI-000001, which was paid before') as string },
    ])
    const refused = await approve('olga', await propose('otto', await runUrl('MakePaymentFile')))
    expect(refused.said).toContain('the payment of SBI-000001 was returned')
    expect(refused.said).toContain('create one without SBI-000002')
  })
})

describe('where no second person is required', () => {
  beforeAll(async () => {
    world = await startPaying('nobody')
    await create('SBI-000001')
    expect((await act('olga', await runUrl('MakePaymentFile'))).status).toBe(200)
    await payAndReturn()
    await create('SBI-000001')
  })
  afterAll(() => world.close())

  it('the person who uploaded the return does not pay the invoice again alone, and another person can', async () => {
    const refused = await act('olga', await runUrl('MakePaymentFile'))
    expect([refused.status, refused.said]).toEqual([409, expect.stringContaining(OWN_UPLOAD)])
    const made = await act('otto', await runUrl('MakePaymentFile'))
    expect(made.status, made.said).toBe(200)
    expect(await newest()).toMatchObject({ approvedBy: { id: 'otto' } })
  })

  it('a booking that was taken back is said as well', async () => {
    const { endToEndId } = (await newest()).orders[0]!
    await upload({ amount: '-17400.00', reference: 'OUT2', endToEndId })
    const { items } = await read<{ items: BankLineRow[] }>('/api/bank-lines')
    const lines = await Promise.all(items.map(({ id }) => read<BankLineView>(`/api/bank-line/${id}`)))
    const line = lines.find(({ bankReference }) => bankReference === 'OUT2')!
    expect(line.statement).toMatchObject({ name: 'statement.xml' })
    const url = `/api/bank-line/${line.id}/action/TakeBookingBack`
    expect((await act('olga', url, { reason: 'Wrong invoice' })).status).toBe(200)
    const list = (query: string, who = 'olga') =>
      read<{ items: PaymentRow[] }>(`/api/payments?${query}`, who).then(page => page.items)
    expect(await list('sort=booked')).toMatchObject([
      {
        ...{
          direction: 'Paid',
          amount: 17_400,
          state: 'Returned',
          rule: 'reference',
          bookedOn: '2026-05-29',
        },
        ...{ party: { id: 'farm' }, invoice: { id: 'SBI-000001' } },
      },
      { state: 'TakenBack' },
    ])
    expect(await list('state=Returned&direction=Paid&partyId=farm', 'fay')).toHaveLength(1)
    for (const query of ['state=Booked', 'direction=Received', 'partyId=builder', 'bookedFrom=2026-05-30'])
      expect(await list(query), query).toEqual([])
    expect(await list('bookedFrom=2026-05-29&bookedUntil=2026-05-29')).toHaveLength(2)
    expect(await list('', 'bob')).toEqual([])
    expect((await newest()).orders[0]?.paidBefore).toMatchObject([
      { rule: 'returned' },
      { rule: 'takenBack', text: expect.stringContaining('The booking was taken back on') as string },
    ])
  })
})
