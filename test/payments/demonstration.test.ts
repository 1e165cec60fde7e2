import { afterAll, beforeAll, expect, it } from 'vitest'
import { englishDayOf } from '@credit-market/values/dates'
import type { AmountsDue } from '#contract/money/due'
import type { InvoiceView } from '#contract/money/invoice'
import type { AccountsView, MoneyView } from '#contract/money/money'
import type { MoneyOverview } from '#contract/money/overview'
import type { AccountStatement } from '#contract/money/statement'
import type { PaymentRunView } from '#contract/money/payment-run'
import type { VatReturn } from '#contract/money/vat-return'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { world, type World } from '../builders/world.ts'
import { findUnexplained } from './explained.ts'
import { pence } from './papers.ts'

let market: World
beforeAll(async () => {
  market = await world({ works: false })
})
afterAll(() => market.close())

const invoice = (id: string) => market.as('operator').get<InvoiceView>(`/api/invoice/${id}`)
const refund = () => invoice('RFN-000001')

it('shows what a guide names: paid in full, by half, returned by the bank, late, and issued again', async () => {
  expect(await invoice('INV-000126')).toMatchObject({ open: 0, paid: 170_232 })
  const half = await invoice('INV-000128')
  expect(half.paid).toBe(half.total / 2)
  const returned = await invoice('INV-000127')
  expect(returned.payments.map(({ amount }) => amount)).toEqual([returned.total, -returned.total])
  expect(returned.late.days).toBeGreaterThan(0)
  expect((await invoice('INV-000003')).creditedBy).toEqual({ id: 'CRN-000001', name: 'CRN-000001' })
})

it('shows a refund for the failed fifth of what was invoiced, and a payment run that pays it', async () => {
  expect(await refund()).toMatchObject({
    ...{ documentKind: 'refund', net: -35_465, vat: -7_093, total: -42_558, open: 42_558 },
    ...{ party: { id: 'BU18' }, item: { id: 'R426' } },
  })
  const run = await market.as('operator').get<PaymentRunView>('/api/payment-run/payment-run-1')
  expect(run.orders.map(({ invoice: { id }, amount }) => [id, amount])).toContainEqual(['RFN-000001', 42_558])
  const { accounts } = await market.as('operator').get<AccountsView>('/api/accounts')
  expect(accounts.find(({ id }) => id === 'refunds')?.balance).toBe(35_465)
  expect(await market.as('rosa.bu18').get<MoneyView>('/api/money')).toMatchObject({
    openToReceive: 42_558,
  })
})

it('holds the failed fifth of the supplier’s open invoice, and pays the rest', async () => {
  const { open, held } = await invoice('SBI-000123')
  expect([open, held?.amount, held?.failedUnits, held?.soldUnits]).toEqual([142_248, 28_449.6, 24.26, 121.3])
  const run = await market.as('operator').get<PaymentRunView>('/api/payment-run/payment-run-1')
  expect(run.orders.find(one => one.invoice.id === 'SBI-000123')?.amount).toBe(113_798.4)
})

it('holds money for maintenance in future years', async () => {
  const { held, heldByYear } = await market.as('operator').get<MoneyOverview>('/api/money/overview')
  expect(held).toBeGreaterThan(500_000)
  expect(heldByYear.length).toBeGreaterThan(3)
  expect(heldByYear.at(-1)?.heldAfter).toBe(0)
})

it('lists what is due to the supplier who has not agreed to self-billing', async () => {
  const { notAgreed, notAgreedTotal } = await market.as('operator').get<AmountsDue>('/api/money/due')
  expect(notAgreed.map(({ supplier }) => supplier.id)).toEqual(['SU05'])
  // A year of maintenance, after the check of year 2.
  expect(notAgreed[0]?.amounts).toContainEqual(
    expect.objectContaining({ purpose: 'maintenance', year: 2, amount: 4285.71 }),
  )
  const { instalments, openToReceive, received } = await market
    .as('operator')
    .get<MoneyView>('/api/money?organisationId=SU05')
  const fallen = instalments.filter(({ due }) => due !== null)
  expect([openToReceive, received]).toEqual([0, 0])
  expect(notAgreed[0]?.amounts.map(({ due, amount }) => [due, amount])).toEqual(
    fallen.map(({ due, amount }) => [due, amount]),
  )
  expect(pence(notAgreedTotal)).toBe(fallen.reduce((sum, { amount }) => sum + pence(amount), 0))
})

it('has VAT figures that are what documents posted to the account, in each quarter', async () => {
  const read = (from: string, until: string) =>
    market.as('operator').get<VatReturn>(`/api/money/vat?from=${from}&until=${until}`)
  const quarters = ['01-01 03-31', '04-01 06-30', '07-01 09-30', '10-01 12-31'].map(days => days.split(' '))
  const whole = await read('2021-01-01', '2026-12-31')
  let [box1, box4] = [0, 0]
  for (const year of [2021, 2022, 2023, 2024, 2025, 2026])
    for (const [from, until] of quarters) {
      const figures = await read(`${year}-${from}`, `${year}-${until}`)
      const { account } = figures
      expect(pence(figures.box1) - pence(figures.box4), `${year} ${from}`).toBe(pence(account.documents))
      expect(account.inNoBox).toBe(0)
      box1 += pence(figures.box1)
      box4 += pence(figures.box4)
    }
  expect([box1, box4]).toEqual([pence(whole.box1), pence(whole.box4)])
  const { accounts } = await market.as('operator').get<AccountsView>('/api/accounts')
  const balance = accounts.find(({ id }) => id === 'vat')?.balance
  expect(pence(balance)).toBe(box4 - box1 + pence(whole.account.bankLines))
  const unregistered = whole.documents.filter(({ netBox, percent }) => netBox === 7 && percent === 0)
  expect(new Set(unregistered.map(({ party, treatment }) => `${party.id} ${treatment}`))).toEqual(
    new Set(['SU10 outsideScope']),
  )
})

it('marks maintenance whose check is overdue, the same for each supplier and in all', async () => {
  const read = <T>(url: string) => market.as('operator').get<T>(url)
  const { heldOverdue } = await read<MoneyOverview>('/api/money/overview')
  const { organisations } = await read<MoneyView>('/api/money?organisationId=SU01')
  const today = englishDayOf(market.runtime.now())
  let overdue = 0
  for (const { id } of organisations) {
    const { instalments } = await read<MoneyView>(`/api/money?organisationId=${id}`)
    for (const { due, checkDue, amount } of instalments)
      if (due === null && checkDue !== null && checkDue < today) overdue += amount
  }
  expect(heldOverdue).toBeGreaterThan(0)
  expect(overdue).toBe(heldOverdue)
})

it('has the payments of a buyer on the dates of the bank', async () => {
  const statement = await market
    .as('operator')
    .get<AccountStatement>('/api/money/statement?organisationId=BU01')
  const payments = statement.lines.filter(({ kind }) => kind === 'payment')
  expect(payments.length).toBeGreaterThan(1)
  expect(new Set(payments.map(({ on }) => on)).size).toBeGreaterThan(1)
  for (const { on, document } of payments)
    expect((await invoice(document!.id)).payments.map(({ bookedOn }) => bookedOn)).toContain(on)
})

it('agrees with the closing balance of the bank, and says what waits', async () => {
  const { bank, accounts } = await market.as('operator').get<AccountsView>('/api/accounts')
  expect(bank?.stated).toBe(accounts.find(({ id }) => id === 'bank')?.balance)
  expect([bank?.difference, bank?.unallocated]).toEqual([0, 1250])
})

it('ends five years of rounds with every account at zero, or waiting for an event, or open on a document', async () => {
  expect(await findUnexplained(market.store.db, url => market.as('operator').get<MoneyView>(url))).toEqual([])
})

it('has books that the integrity check accepts', async () => {
  const { differences } = await market.store.db
    .transaction()
    .execute(trx => runChecks({ db: trx, now: market.runtime.now() }, [moneyCheck]))
  expect(differences).toEqual([])
})
