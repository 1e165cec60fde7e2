import { expect, it } from 'vitest'
import { paymentReference, sumTaxes, totalOfTaxes } from './invoice.ts'

it('a payment reference is as in the examples of ISO 11649, and leaves 1', () => {
  expect(paymentReference('539007547034')).toBe('RF18539007547034')
  for (const number of ['INV-000001', 'SBI-123456', 'CRN-000042']) {
    const reference = paymentReference(number)
    expect(reference).toMatch(/^RF\d\d[A-Z]{3}\d{6}$/)
    const digits = Array.from(`${reference.slice(4)}${reference.slice(0, 4)}`, sign =>
      Number.parseInt(sign, 36),
    ).join('')
    expect(BigInt(digits) % 97n).toBe(1n)
  }
})

it('VAT is worked out on the sum of each treatment', () => {
  const taxes = sumTaxes([
    { amount: 333, treatment: 'standard', rate: 200 },
    { amount: 334, treatment: 'standard', rate: 200 },
    { amount: -500, treatment: 'zero', rate: 0 },
  ])
  expect(taxes).toEqual([
    { treatment: 'standard', rate: 200, net: 667, vat: 133 },
    { treatment: 'zero', rate: 0, net: -500, vat: 0 },
  ])
  expect(totalOfTaxes(taxes)).toEqual({ net: 167, vat: 133 })
})
