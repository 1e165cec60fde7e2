import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionForm } from '#contract/kit/form'
import type { InvoiceView } from '#contract/money/invoice'
import type { PaymentRunRow, PaymentRunView } from '#contract/money/payment-run'
import { paymentReference } from '#domain/money/invoice'
import { addWorkingDays } from '#domain/values/working-days'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { bypassGuards } from '../builders/tamper.ts'
import { findSchemaErrors } from '../payments/judge.ts'
import { camtOf, type TestEntry, uploadStatement } from './camt.ts'
import { act as actIn, OWN_ACCOUNT } from './paying.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorldWith, type World } from './world.ts'

const FARM = 'GB82WEST12345698765432'
const OTHER = 'DE89370400440532013000'
const REFERENCE = paymentReference('SBI-000001')

let world: World
beforeAll(async () => {
  world = await startWorldWith(
    { SECOND_PERSON: 'operator' },
    ...matchedRound('Settled'),
    sampleRow('user', {
      ...{ id: 'otto', username: 'otto', email: 'otto@x.example', groups: ['admin'] },
      organisationId: 'operator',
    }),
  )
  await sql`update organisation set iban = null where id <> 'operator'`.execute(world.store.db)
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
  world.clock.now = '2027-01-04T09:00:00.000Z'
})
afterAll(() => world.close())

const later = (days: number) => {
  world.clock.now = `${addWorkingDays(world.clock.now.slice(0, 10), days)}T09:00:00.000Z`
}
const act = (who: string, url: string, values: object = {}, more: object = {}) =>
  actIn(world, who, url, values, more)
const read = async <T>(who: string, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const account = async (iban: string) =>
  expect((await act('fay', '/api/organisation/farm/action/SetBankAccount', { iban })).status).toBe(200)
const drafts = (...invoices: string[]) =>
  act('olga', '/api/payment-runs/action/CreatePaymentRun', { invoices })
const newest = async () =>
  (await read<{ items: PaymentRunRow[] }>('olga', '/api/payment-runs')).items[0] as PaymentRunRow
const run = async () => read<PaymentRunView>('olga', `/api/payment-run/${(await newest()).id}`)
const download = async (who: string) => world.ask(who, `/api/payment-run/${(await newest()).id}/file`)
/** One person proposes an action on the newest run, the other approves it. */
const both = async (action: string, values: object = {}) => {
  const url = `/api/payment-run/${(await newest()).id}/action/${action}`
  const proposed = await act('olga', url, values, { reason: 'The suppliers are due' })
  expect(proposed.status, proposed.said).toBe(202)
  return { approve: () => act('otto', `/api/proposal/${proposed.result.proposal}/action/Approve`) }
}
const statement = (...entries: TestEntry[]) => uploadStatement(world, camtOf(OWN_ACCOUNT, entries))
const faults = () =>
  world.store.db
    .transaction()
    .execute(async trx => (await runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck])).differences)

describe('a payment run', () => {
  it('says who has no bank account, and whose is too new, instead of paying', async () => {
    const form = () => read<ActionForm>('olga', '/api/payment-runs/action/CreatePaymentRun')
    expect((await form()).given).toMatchObject({
      payable: [],
      leftOut: [expect.stringContaining('has no bank account')],
    })
    await account(FARM)
    expect((await form()).given).toMatchObject({
      payable: [],
      leftOut: [expect.stringContaining('less than three working days ago')],
    })
    expect((await drafts('SBI-000001')).status).toBe(422)
    later(3)
    expect((await form()).given).toMatchObject({
      payable: [{ id: 'SBI-000001', name: expect.stringMatching(/£17,400\.00.*ending 5432/) as string }],
      leftOut: [],
    })
  })

  it('is a draft that pays nothing, with the account, the amount and the reference of each payment', async () => {
    const { status, said } = await drafts('SBI-000001')
    expect(status, said).toBe(200)
    expect(await run()).toMatchObject({
      ...{ status: 'Draft', payments: 1, executed: 0, total: 17_400, fileHash: null },
      orders: [{ amount: 17_400, accountEnd: '5432', reference: REFERENCE, state: 'Planned', leftOut: null }],
    })
    expect((await download('olga')).statusCode).toBe(404)
  })

  it('has an invoice that no other live run has, also if several are made at once', async () => {
    expect((await drafts('SBI-000001')).status).toBe(422)
    expect((await act('olga', await cancelUrl(), { reason: 'Try at once' })).status).toBe(200)
    const made = await Promise.all(Array.from({ length: 4 }, () => drafts('SBI-000001')))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(made.filter(({ status }) => status >= 500)).toEqual([])
  })

  it('leaves out a payment whose account was changed after the draft, and says so before', async () => {
    await account(OTHER)
    expect((await run()).orders).toMatchObject([{ leftOut: 'accountChanged' }])
    const url = `/api/payment-run/${(await newest()).id}/action/MakePaymentFile`
    const made = await act('olga', url, {}, { reason: 'Due', preview: true })
    expect(made.said).toContain('Every payment of this run is left out now')
    await act('olga', await cancelUrl(), { reason: 'Account changed' })
    later(3)
    await drafts('SBI-000001')
  })

  it('is previewed with each payee, and has no file until a second person agrees', async () => {
    const url = `/api/payment-run/${(await newest()).id}/action/MakePaymentFile`
    const seen = await act('olga', url, {}, { reason: 'Due', preview: true })
    expect(seen.said).toContain(
      `The farm receives £17,400.00 on the account ending 3000, reference ${REFERENCE}`,
    )
    expect(seen.said).toContain('Total: £17,400.00')
    const { approve } = await both('MakePaymentFile')
    const { items } = await read<{ items: { notice: string }[] }>('otto', '/api/inbox')
    expect(items).toContainEqual(expect.objectContaining({ notice: 'proposal-waiting' }))
    expect(
      (
        await world.ask('olga', (await proposalUrl()) + '/action/Approve', {
          method: 'POST',
          payload: { values: {} },
        })
      ).statusCode,
    ).toBe(409)
    expect((await download('olga')).statusCode).toBe(404)
    for (const who of ['fay', 'bob', 'amy', 'sue']) expect((await download(who)).statusCode, who).toBe(404)
    const approved = await approve()
    expect(approved.status, approved.said).toBe(200)
  })

  it('has a file that the schema accepts, with the same bytes each time, for the operator alone', async () => {
    const [first, second] = [await download('olga'), await download('otto')]
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toContain('application/xml')
    expect(first.body).toBe(second.body)
    expect(await findSchemaErrors('pain.001.001.09', first.body)).toEqual([])
    expect(await findSchemaErrors('pain.001.001.09', first.body.replace('<MsgId>', '<Id>'))).not.toEqual([])
    expect(first.body).toContain(`<IBAN>${OTHER}</IBAN>`)
    expect(first.body).toContain('<InstdAmt Ccy="GBP">17400.00</InstdAmt>')
    for (const who of ['fay', 'bob', 'amy', 'sue']) expect((await download(who)).statusCode, who).toBe(404)
  })

  it('keeps its account when the supplier changes it, and keeps its invoice from a credit note', async () => {
    const { body } = await download('olga')
    await account(FARM)
    expect((await download('olga')).body).toBe(body)
    const credit = { reason: 'It was wrong', isReissued: true }
    const proposed = await act('olga', '/api/invoice/SBI-000001/action/CreditInvoice', credit, {
      reason: 'Wrong',
    })
    expect([proposed.status, proposed.said]).toEqual([422, expect.stringContaining('in a payment run')])
    const credits = sql`insert into invoice (issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net,
      vat, content, credits_id, is_reissued) select issuer_id, 'creditNote', round_id, party_id, item_kind, item_id, purpose, event,
      issued_at, due, -net, -vat, content, id, true from invoice where id = 'SBI-000001'`
    await expect(credits.execute(world.store.db)).rejects.toMatchObject({
      constraint: 'credit_note_finds_no_live_run',
    })
    expect(await faults()).toEqual([])
  })

  it('is paid by the line that bears its end-to-end id, and then cannot be cancelled', async () => {
    const [order] = (await run()).orders
    await statement({ amount: '-17400.00', reference: 'OUT1', endToEndId: order!.endToEndId })
    expect(await run()).toMatchObject({
      executed: 1,
      orders: [{ state: 'Executed', bankLine: { name: 'OUT1' } }],
    })
    expect(await read<InvoiceView>('olga', '/api/invoice/SBI-000001')).toMatchObject({
      ...{ open: 0, payments: [{ rule: 'reference', amount: 17_400 }] },
    })
    const refused = await act('olga', await cancelUrl(), { reason: 'Too late' }, { reason: 'Too late' })
    expect(refused.said).toContain('The bank has made all payments')
    expect(await faults()).toEqual([])
  })

  it('can pay again what the bank returned, and two people cancel what it has not paid', async () => {
    const [order] = (await run()).orders
    await statement({ amount: '17400.00', reference: 'BACK', endToEndId: order!.endToEndId, isReturn: true })
    later(3)
    expect((await drafts('SBI-000001')).status).toBe(200)
    await (await both('MakePaymentFile')).approve()
    const { approve } = await both('CancelPaymentRun', { reason: 'The bank refused the file' })
    expect((await run()).status).toBe('Approved')
    expect((await approve()).status).toBe(200)
    expect(await run()).toMatchObject({ status: 'Cancelled', orders: [{ state: 'Cancelled' }] })
    expect((await download('olga')).statusCode).toBe(404)
    const form = await read<ActionForm>('olga', '/api/payment-runs/action/CreatePaymentRun')
    expect(form).toMatchObject({ given: { cancelled: [{ id: 'SBI-000001' }] } })
    expect((await drafts('SBI-000001')).status).toBe(200)
    const url = `/api/payment-run/${(await newest()).id}/action/MakePaymentFile`
    const seen = await act('olga', url, {}, { reason: 'Due', preview: true })
    expect(seen.said).toMatch(/SBI-000001 is in the file of the payment run of .+, which was cancelled/)
    expect((await run()).orders[0]?.endToEndId).toBe(`${REFERENCE}P5`)
    expect(await faults()).toEqual([])
  })

  it('leaves out one payment and makes the others, and frees what it left out', async () => {
    await act('olga', await cancelUrl(), { reason: 'One more invoice' })
    await sql`insert into invoice (issuer_id, kind, round_id, party_id, item_kind, item_id, purpose, event, issued_at, due, net, vat, content)
      select issuer_id, kind, round_id, 'estate', item_kind, item_id, purpose, event, issued_at, due, net, 0, content
      from invoice where id = 'SBI-000001'`.execute(world.store.db)
    expect((await act('eve', '/api/organisation/estate/action/SetBankAccount', { iban: OTHER })).status).toBe(
      200,
    )
    later(3)
    expect((await drafts('SBI-000001', 'SBI-000002')).status).toBe(200)
    const { approve } = await both('MakePaymentFile')
    // The second person decides a day later, and the account was changed after the proposal.
    later(1)
    await account(OTHER)
    const made = await approve()
    expect(made.status, made.said).toBe(200)
    expect(await run()).toMatchObject({
      ...{ status: 'Approved', payments: 1, total: 14_500 },
      orders: [
        { state: 'LeftOut', leftOut: 'accountChanged' },
        { state: 'InFile', leftOut: null },
      ],
    })
    expect((await download('olga')).body).toContain('<NbOfTxs>1</NbOfTxs><CtrlSum>14500.00</CtrlSum>')
    later(3)
    expect((await drafts('SBI-000001')).status).toBe(200)
    expect((await drafts('SBI-000002')).status).toBe(422)
  })
})

const proposalUrl = async () => {
  const { items } = await read<{ items: { id: string }[] }>('olga', '/api/proposals?status=Waiting')
  return `/api/proposal/${items[0]?.id}`
}
const cancelUrl = async () => `/api/payment-run/${(await newest()).id}/action/CancelPaymentRun`

describe('the database', () => {
  it.each([
    'delete from payment_order',
    'delete from payment_run',
    `update payment_order set iban = '${FARM}' where bank_line_id is not null`,
    `update payment_run set account = '${FARM}' where status = 'Approved'`,
  ])('refuses: %s', async text => {
    await expect(sql.raw(text).execute(world.store.db)).rejects.toMatchObject({ code: '42501' })
  })

  it('refuses a bank account without the instant of its change', async () => {
    await expect(
      sql`update organisation set iban = ${OWN_ACCOUNT} where id = 'farm'`.execute(world.store.db),
    ).rejects.toMatchObject({ constraint: 'bank_account_has_its_instant' })
  })

  it('has an integrity check that finds a file that is not the approved one', async () => {
    const undo = new Error('undone')
    const found: string[] = []
    const tampered = world.store.db.transaction().execute(async trx => {
      await bypassGuards(trx, `update payment_order set iban = '${FARM}'`)
      const { differences } = await runChecks({ db: trx, now: world.runtime.now() }, [moneyCheck])
      found.push(...differences.map(({ what, why }) => `${what} ${why}`))
      throw undo
    })
    await expect(tampered).rejects.toBe(undo)
    expect(found).toContainEqual(expect.stringMatching(/^payment_run \w+ has not the file that was approved/))
  })
})
