import { expect, it } from 'vitest'
import { ageOn, oldVatOn, type OpenDocument, splitDueFromBuyers } from './aged.ts'

it.each([
  ['2026-03-31', 'notDue'],
  ['2026-04-01', 'to30'],
  ['2026-04-30', 'to30'],
  ['2026-05-01', 'to60'],
  ['2026-05-30', 'to60'],
  ['2026-05-31', 'to90'],
  ['2026-06-29', 'to90'],
  ['2026-06-30', 'over90'],
])('an amount that was due on 31 March 2026 is on %s in the column %s', (today, age) => {
  expect(ageOn('2026-03-31', today)).toBe(age)
})

const invoice: OpenDocument = {
  ...{ kind: 'invoice', due: '2025-08-31', net: 1_000_000, vat: 200_000, open: 900_001 },
}

it('marks VAT once an invoice is unpaid for six months, as far as it is unpaid', () => {
  expect(oldVatOn(invoice, '2026-02-28')).toBeNull()
  // A sixth of £9,000.01.
  expect(oldVatOn(invoice, '2026-03-01')).toEqual({ rule: 'relief', vat: 150_000 })
  expect(oldVatOn({ ...invoice, due: '2026-01-15' }, '2026-07-15')).toBeNull()
  expect(oldVatOn({ ...invoice, due: '2026-01-15' }, '2026-07-16')).not.toBeNull()
})

it('is relief for what buyers owe, and a repayment for what suppliers are owed', () => {
  const today = '2026-06-01'
  expect(oldVatOn({ ...invoice, kind: 'selfBilled' }, today)?.rule).toBe('repayment')
  expect(oldVatOn({ ...invoice, kind: 'refund', net: -1_000_000, vat: -200_000 }, today)).toBeNull()
  expect(oldVatOn({ ...invoice, vat: 0 }, today)).toBeNull()
})

it('splits what is due from buyers into what is invoiced, not invoiced yet, and refunds, which are taken off', () => {
  // £1,000 were settled, £240 with VAT are open on an invoice for £200, and a refund of £60 waits for the bank.
  const parts = splitDueFromBuyers(98_000, { invoiced: 24_000, refunds: 6_000 })
  expect(parts).toEqual({ invoiced: 24_000, notInvoiced: 80_000, refunds: -6_000 })
  expect(parts.invoiced + parts.notInvoiced + parts.refunds).toBe(98_000)
})
