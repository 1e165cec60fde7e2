import { expect, test } from 'vitest'
import { whyUnusual } from './unusual-amount.ts'

const last = (pounds: number) => ({ low: pounds * 100, high: pounds * 100, called: 'your last bid for it' })

test('names both figures where an amount is more than five times the last one', () => {
  expect(whyUnusual(99_000_000_00, last(638_000))).toBe(
    '£99,000,000 is more than five times your last bid for it, £638,000',
  )
})

test('names both figures where an amount is less than a fifth of the last one', () => {
  expect(whyUnusual(6_380_00, last(638_000))).toBe(
    '£6,380 is less than a fifth of your last bid for it, £638,000',
  )
})

test('says nothing of five times and of a fifth exactly, nor between them', () => {
  for (const pounds of [500, 100, 20]) expect(whyUnusual(pounds * 100, last(100))).toBeUndefined()
  expect(whyUnusual(500_01, last(100))).toBeDefined()
  expect(whyUnusual(19_99, last(100))).toBeDefined()
})

test('compares with the nearer end of a range', () => {
  const range = { low: 100_00, high: 300_00, called: 'what was paid' }
  expect(whyUnusual(1_500_00, range)).toBeUndefined()
  expect(whyUnusual(1_500_01, range)).toBe(
    '£1,500.01 is more than five times what was paid, £100.00 to £300.00',
  )
  expect(whyUnusual(19_99, range)).toBe('£19.99 is less than a fifth of what was paid, £100.00 to £300.00')
})

test('tells pence in both figures where one of them has any', () => {
  expect(whyUnusual(100_000_00, last(10_000.5))).toBe(
    '£100,000.00 is more than five times your last bid for it, £10,000.50',
  )
})
