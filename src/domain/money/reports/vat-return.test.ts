import { expect, it } from 'vitest'
import { quarterBefore, sumVatReturn, type VatAmount, vatBoxesOf } from './vat-return.ts'

const sale: VatAmount = {
  ...{ purpose: 'due', rule: 'unitsOfMarket', treatment: 'standard', operatorNumber: 'GB123456782' },
  ...{ net: 1_000_050, vat: 200_010 },
}
const purchase: VatAmount = { ...sale, purpose: 'payable', net: 700_049, vat: 140_010 }
const unregistered = { rule: 'sellerNotRegistered', treatment: 'outsideScope', vat: 0 } as const

it.each([
  ['a sale', sale, { vat: 1, net: 6 }],
  ['a sale at the zero rate', { ...sale, treatment: 'zero', vat: 0 }, { vat: 1, net: 6 }],
  ['an exempt sale', { ...sale, treatment: 'exempt', vat: 0 }, { vat: 1, net: 6 }],
  ['a sale outside the scope of VAT', { ...sale, treatment: 'outsideScope', vat: 0 }, null],
  ['interest, which is not a supply', { ...sale, rule: 'interest', treatment: 'outsideScope', vat: 0 }, null],
  ['a deposit', { ...sale, purpose: 'deposits', rule: 'deposit', treatment: 'outsideScope', vat: 0 }, null],
  ['a purchase', purchase, { vat: 4, net: 7 }],
  ['maintenance', { ...purchase, purpose: 'maintenance' }, { vat: 4, net: 7 }],
  [
    'a purchase from a supplier who is not registered',
    { ...purchase, ...unregistered },
    { vat: null, net: 7 },
  ],
  ['a purchase outside the scope of VAT', { ...purchase, treatment: 'outsideScope', vat: 0 }, null],
  ['a purchase while the operator is not registered', { ...purchase, operatorNumber: null }, null],
] as const satisfies readonly (readonly [string, VatAmount, unknown])[])(
  'puts %s in its boxes',
  (_, amount, boxes) => {
    expect(vatBoxesOf(amount)).toEqual(boxes)
  },
)

it('adds up VAT to the penny and net amounts to the pound, less credit notes', () => {
  const credit = { ...sale, net: -200_000, vat: -40_000 }
  // Net sales are £8,000.50, net purchases £7,000.49.
  expect(sumVatReturn([sale, purchase, credit])).toEqual({
    ...{ box1: 160_010, box4: 140_010, box6: 8001, box7: 7000, inNoBox: 0 },
  })
})

it('can be negative, and rounds half a pound away from zero', () => {
  expect(sumVatReturn([{ ...sale, net: -50, vat: -10 }])).toMatchObject({ box1: -10, box6: -1 })
  expect(sumVatReturn([{ ...sale, net: -49, vat: -10 }]).box6).toBe(0)
})

it('has purchases from suppliers who are not registered in box 7 alone', () => {
  expect(sumVatReturn([purchase, { ...purchase, ...unregistered, net: 100_000 }])).toEqual({
    ...{ box1: 0, box4: 140_010, box6: 0, box7: 8000, inNoBox: 0 },
  })
})

it('says which VAT is in no box', () => {
  expect(sumVatReturn([{ ...purchase, operatorNumber: null }])).toEqual({
    ...{ box1: 0, box4: 0, box6: 0, box7: 0, inNoBox: -140_010 },
  })
})

it.each([
  ['2026-06-30', '2026-01-01', '2026-03-31'],
  ['2026-07-01', '2026-04-01', '2026-06-30'],
  ['2028-05-15', '2028-01-01', '2028-03-31'],
  ['2026-02-28', '2025-10-01', '2025-12-31'],
])('proposes on %s the quarter from %s to %s', (today, from, until) => {
  expect(quarterBefore(today)).toEqual({ from, until })
})
