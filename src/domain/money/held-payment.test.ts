import { expect, it } from 'vitest'
import { heldAmount } from './held-payment.ts'

it('the failed share of a payment is held, rounded up to the penny, and never more than is open', () => {
  expect(heldAmount({ open: 10_000, total: 10_000 }, { failed: 10_000, sold: 40_000 })).toBe(2_500)
  expect(heldAmount({ open: 10_000, total: 10_000 }, { failed: 10_000, sold: 30_000 })).toBe(3_334)
  expect(heldAmount({ open: 10_000, total: 10_000 }, { failed: 40_000, sold: 40_000 })).toBe(10_000)
  expect(heldAmount({ open: 10_000, total: 10_000 }, { failed: 0, sold: 40_000 })).toBe(0)
  expect(heldAmount({ open: 2_500, total: 10_000 }, { failed: 10_000, sold: 40_000 })).toBe(2_500)
  expect(heldAmount({ open: 0, total: 0 }, { failed: 1, sold: 3 })).toBe(0)
  expect(heldAmount({ open: 10_000, total: 10_000 }, { failed: 0, sold: 0 })).toBe(0)
})
