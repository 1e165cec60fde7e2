import { expect, test } from 'vitest'
import { unusualAmountWarning } from './unusual-amount.ts'

const last = (pounds: number) => ({ low: pounds * 100, high: pounds * 100, called: 'your last bid for it' })

test('names both figures when an amount is more than five times the last one', () => {
  expect(unusualAmountWarning(99_000_000_00, last(638_000))).toBe(
    '£99,000,000 is more than five times your last bid for it, £638,000',
  )
})

test('names both figures when an amount is less than a fifth of the last one', () => {
  expect(unusualAmountWarning(6_380_00, last(638_000))).toBe(
    '£6,380 is less than a fifth of your last bid for it, £638,000',
  )
})

test('does not ask at exactly five times or a fifth, nor between them', () => {
  for (const pounds of [500, 100, 20]) expect(unusualAmountWarning(pounds * 100, last(100))).toBeUndefined()
  expect(unusualAmountWarning(500_01, last(100))).toBeDefined()
  expect(unusualAmountWarning(19_99, last(100))).toBeDefined()
})

test('compares with the nearer end of a range', () => {
  const range = { low: 100_00, high: 300_00, called: 'what was paid' }
  expect(unusualAmountWarning(1_500_00, range)).toBeUndefined()
  expect(unusualAmountWarning(1_500_01, range)).toBe(
    '£1,500.01 is more than five times what was paid, £100.00 to £300.00',
  )
  expect(unusualAmountWarning(19_99, range)).toBe(
    '£19.99 is less than a fifth of what was paid, £100.00 to £300.00',
  )
})

test('shows pence in both figures if either has any', () => {
  expect(unusualAmountWarning(100_000_00, last(10_000.5))).toBe(
    '£100,000.00 is more than five times your last bid for it, £10,000.50',
  )
})
