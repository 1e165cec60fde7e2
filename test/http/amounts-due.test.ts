import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AmountsDue } from '#contract/money/due'
import type { MoneyOverview } from '#contract/money/overview'
import { paymentReference } from '#domain/money/invoice'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { camtOf, uploadStatement } from './camt.ts'
import { act, OWN_ACCOUNT } from './paying.ts'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

const DUE = '/api/money/due'

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
  await sql`update organisation set iban = null where id not in ('operator')`.execute(world.store.db)
  await sql`update organisation set self_billing_since = null where id = 'farm'`.execute(world.store.db)
  await issueDue()
})
afterAll(() => world.close())

const issueDue = () => issueDueInvoices.run({ runtime: world.runtime, files: world.files })
const at = (day: string) => (world.clock.now = `${day}T12:00:00.000Z`)
const read = async <T = AmountsDue>(url = DUE): Promise<T> => {
  const answer = await world.ask('olga', url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const NONE = { notDue: 0, to30: 0, to60: 0, to90: 0, over90: 0 }

describe('what is due to a supplier without a self-billing agreement', () => {
  it('is listed by supplier, with its total and the part that is late', async () => {
    at('2026-12-21')
    const amount = { event: 'settlement', year: null, due: '2026-12-21', amount: 14_500, purpose: 'payable' }
    const supplier = { id: 'farm', name: 'The farm' }
    const item = { kind: 'project', id: 'old-sedge', name: 'old-sedge' }
    expect(await read()).toMatchObject({
      notAgreed: [
        { supplier, amount: 14_500, late: 0, amounts: [{ ...amount, item, round: { id: 'settled' } }] },
      ],
      ...{ notAgreedTotal: 14_500, toPayOut: { total: { total: 0 } } },
    })
    at('2026-12-22')
    expect((await read()).notAgreed[0]).toMatchObject({ amount: 14_500, late: 14_500 })
  })

  it('is on invoices once the supplier agrees, and only the rest is listed if it ends its agreement', async () => {
    const url = '/api/organisation/farm/action/SetSelfBilling'
    expect((await act(world, 'fay', url, { agrees: true })).status).toBe(200)
    expect(await read()).toMatchObject({ notAgreed: [], notAgreedTotal: 0 })
    at('2026-11-22')
    await issueDue()
    expect((await act(world, 'fay', url, { agrees: false })).status).toBe(200)
    expect(await read()).toMatchObject({ notAgreed: [], notAgreedTotal: 0 })
    const credit = { reason: 'The address was wrong', isReissued: true }
    expect((await act(world, 'olga', '/api/invoice/SBI-000001/action/CreditInvoice', credit)).status).toBe(
      200,
    )
    expect(await read()).toMatchObject({ notAgreedTotal: 14_500 })
    expect((await act(world, 'fay', url, { agrees: true })).status).toBe(200)
    await issueDue()
    expect(await read()).toMatchObject({ notAgreedTotal: 0 })
  })
})

describe('what is due by age', () => {
  it('is in the column of its days after the due date, less what is paid', async () => {
    const line = {
      amount: '600.00',
      reference: 'B1',
      bookedOn: '2026-12-10',
      remittance: paymentReference('INV-000001'),
    }
    await uploadStatement(world, camtOf(OWN_ACCOUNT, [line]))
    for (const [day, age] of [
      ['2026-12-21', 'notDue'],
      ['2026-12-22', 'to30'],
      ['2027-01-20', 'to30'],
      ['2027-01-21', 'to60'],
      ['2027-02-20', 'to90'],
      ['2027-03-22', 'over90'],
    ] as const) {
      at(day)
      const { fromBuyers, toPayOut, on } = await read()
      expect([on, fromBuyers]).toEqual([
        day,
        {
          organisations: [
            {
              organisation: { id: 'builder', name: 'The builder' },
              ...{ ages: { ...NONE, [age]: 18_000 }, total: 18_000, oldVat: 0 },
            },
          ],
          total: { ages: { ...NONE, [age]: 18_000 }, total: 18_000, oldVat: 0 },
        },
      ])
      expect(toPayOut.total, day).toEqual({ ages: { ...NONE, [age]: 17_400 }, total: 17_400, oldVat: 0 })
    }
  })

  it('has the totals of the overview', async () => {
    const [{ fromBuyers, toPayOut }, overview] = [
      await read(),
      await read<MoneyOverview>('/api/money/overview'),
    ]
    expect([fromBuyers.total.total, toPayOut.total.total]).toEqual([
      overview.fromBuyers.amount,
      overview.toPayOut.amount,
    ])
  })

  it('marks VAT that is unpaid for more than six months, with the rule', async () => {
    at('2027-06-21')
    expect((await read()).oldVat).toEqual([])
    at('2027-06-22')
    // A sixth of £18,000 and of £17,400.
    expect(await read()).toMatchObject({
      ...{ fromBuyers: { total: { oldVat: 3000 } }, toPayOut: { total: { oldVat: 2900 } } },
      oldVat: [
        { invoice: { name: 'INV-000001' }, due: '2026-12-21', open: 18_000, vat: 3000, rule: 'relief' },
        { invoice: { name: 'SBI-000002' }, organisation: { id: 'farm' }, vat: 2900, rule: 'repayment' },
      ],
    })
  })

  it('is a table of all open documents as CSV', async () => {
    const [head, ...rows] = parse((await world.ask('olga', `${DUE}?format=csv`)).body, { bom: true })
    expect(head?.slice(5, 13)).toEqual([
      ...['Days late', 'Not late (GBP)', '1–30 days (GBP)', '31–60 days (GBP)', '61–90 days (GBP)'],
      ...['Over 90 days (GBP)', 'Open (GBP)', 'VAT unpaid for over six months (GBP)'],
    ])
    expect(rows.map(row => row.slice(0, 13))).toEqual([
      [
        ...['From buyers', 'The builder', 'INV-000001', 'Invoice', '2026-12-21', '183'],
        ...['', '', '', '', '18000', '18000', '3000'],
      ],
      [
        ...['To pay out', 'The farm', 'SBI-000002', 'Self-billed invoice', '2026-12-21', '183'],
        ...['', '', '', '', '17400', '17400', '2900'],
      ],
    ])
  })

  it('is also what was open at the end of a day that has passed, with its age then', async () => {
    const totals = async (day: string) => {
      const { on, fromBuyers, toPayOut } = await read(`${DUE}?until=${day}`)
      return [on, fromBuyers.total.ages, toPayOut.total.ages]
    }
    const notDue = (open: number) => ({ ...NONE, notDue: open })
    // The buyer's was issued on 1 June and paid in part on 10 December; the supplier's was issued, taken back and issued again on 22 November.
    expect(await totals('2026-05-31')).toEqual(['2026-05-31', NONE, NONE])
    expect(await totals('2026-06-01')).toEqual(['2026-06-01', notDue(18_600), NONE])
    expect(await totals('2026-11-22')).toEqual(['2026-11-22', notDue(18_600), notDue(17_400)])
    expect(await totals('2026-12-10')).toEqual(['2026-12-10', notDue(18_000), notDue(17_400)])
    expect(await totals('2027-01-20')).toEqual([
      ...['2027-01-20', { ...NONE, to30: 18_000 }, { ...NONE, to30: 17_400 }],
    ])
    const today = world.clock.now.slice(0, 10)
    expect(await read(`${DUE}?until=${today}`)).toEqual(await read())
    const later = await world.ask('olga', `${DUE}?until=2099-01-01`)
    expect([later.statusCode, later.body]).toEqual([
      400,
      expect.stringContaining('until must not be after today'),
    ])
  })

  it('is for the market operator alone', async () => {
    for (const who of ['bob', 'fay', 'amy', 'sue'])
      expect((await world.ask(who, DUE)).statusCode, who).toBe(403)
  })
})
