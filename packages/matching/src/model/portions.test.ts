import { describe, expect, test } from 'vitest'
import {
  contractedValue,
  nextBreakpoint,
  previousBreakpoint,
  roundDownToBreakpoint,
  restoreFraction,
  greatestBreakpointUpTo,
  contractAtFraction,
} from './portions.ts'

const half = { over: 1n, under: 2n }

describe('parts of divisible bids', () => {
  test('is worth whole pence, and no more than its ten-thousandths of the units', () => {
    const portion = { ongoing: 20_000, additional: 0, bid: 4_840_000 }
    expect(contractAtFraction(portion, { over: 9_090n, under: 20_000n })).toMatchObject({
      ongoing: 9_090,
      value: 2_199_780,
    })
    expect(contractAtFraction({ ...portion, bid: 3 }, half).value).toBe(1)
  })

  test('takes its value from the ongoing or additional units, whichever has the smaller fraction', () => {
    const won = contractAtFraction({ ongoing: 3, additional: 10, bid: 30_000 }, { over: 1n, under: 3n })
    expect(won).toEqual({ ongoing: 1, additional: 3, part: { over: 3n, under: 10n }, value: 9_000 })
  })

  test('contracts bids that win one fraction together one by one', () => {
    const portions = [
      { ongoing: 3, additional: 0, bid: 100 },
      { ongoing: 7, additional: 0, bid: 100 },
    ]
    const column = { value: 200, portions, grains: [3, 7] }
    expect(contractedValue(column, 1 / 3)).toBe(33 + 28)
    expect(contractedValue(column, 1)).toBe(200)
    expect(contractedValue(column, 0)).toBe(0)
  })

  test('finds the exact fraction that fits, up to 100,000 units', () => {
    const grains = [1_000_000_000]
    expect(greatestBreakpointUpTo(grains, { over: 999_999_999n, under: 1_000_000_000n })).toBe(0.999_999_999)
    expect(greatestBreakpointUpTo(grains, { over: 9_999_999_989n, under: 10_000_000_000n })).toBe(
      0.999_999_998,
    )
    expect(greatestBreakpointUpTo(grains, { over: 3n, under: 2n })).toBe(1)
    expect(greatestBreakpointUpTo(grains, { over: -1n, under: 2n })).toBe(-0.5)
  })

  test('reads a fraction stored as a double back as the fraction that it stands for', () => {
    for (const quantity of [3, 7, 119_000, 999_999_937, 1_000_000_000])
      for (const n of [1, Math.floor(quantity / 3), quantity - 1])
        expect(restoreFraction([quantity], n / quantity)).toEqual({
          over: BigInt(n),
          under: BigInt(quantity),
        })
  })

  test('gives the fractions before and after at which a contract changes next', () => {
    const grains = [4, 6]
    expect(roundDownToBreakpoint(grains, 0.49)).toBe(2 / 6)
    expect([previousBreakpoint(grains, 0.5), nextBreakpoint(grains, 0.5)]).toEqual([2 / 6, 4 / 6])
    expect([previousBreakpoint(grains, 2 / 6), nextBreakpoint(grains, 2 / 6)]).toEqual([1 / 4, 0.5])
    expect([nextBreakpoint(grains, 0), previousBreakpoint(grains, 1)]).toEqual([1 / 6, 5 / 6])
  })
})
