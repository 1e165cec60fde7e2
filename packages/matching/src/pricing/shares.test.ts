import { describe, expect, it } from 'vitest'
import { reducedFraction, numberToFraction, type Fraction } from './fraction.ts'
import { roundSharesToPence, divideProportionally, zeroCoalitionSums, shapleyShares } from './shares.ts'

const third = (of: number): Fraction => reducedFraction(BigInt(of), 3n)

describe('shares as exact fractions', () => {
  it('are the mean over all orders of what each winner adds, without rounding error', () => {
    const sums = zeroCoalitionSums(3)
    // Worth 1 if winner 0 is with one other, 2 with both others.
    sums.all = [0n, 0n, 2n, 2n]
    sums.having = [
      [0n, 0n, 2n, 2n],
      [0n, 0n, 1n, 2n],
      [0n, 0n, 1n, 2n],
    ]
    expect(shapleyShares(sums)).toEqual([
      reducedFraction(1n),
      reducedFraction(1n, 2n),
      reducedFraction(1n, 2n),
    ])
  })
})

describe('whole pence by largest remainder', () => {
  it('gives the remaining penny to the first id among equal remainders, in any input order', () => {
    const shares = [third(100), third(100), third(100)]
    const named = (ids: readonly string[]) => new Map(ids.map((id, at) => [id, shares[at]!]))
    const expected = { a: 34, b: 33, c: 33 }
    expect(Object.fromEntries(roundSharesToPence(named(['a', 'b', 'c']), 100))).toEqual(expected)
    expect(Object.fromEntries(roundSharesToPence(named(['c', 'a', 'b']), 100))).toEqual(expected)
  })

  it('gives the remaining penny to a remainder that is larger by less than a double can express', () => {
    const half = reducedFraction(1n, 2n)
    const more = reducedFraction(10n ** 40n / 2n + 1n, 10n ** 40n)
    const less = reducedFraction(10n ** 40n / 2n - 1n, 10n ** 40n)
    const shares = new Map([
      ['a', less],
      ['b', half],
      ['c', more],
      ['d', half],
    ])
    expect(Object.fromEntries(roundSharesToPence(shares, 2))).toEqual({ a: 0, b: 1, c: 1, d: 0 })
  })

  it('divides a sum exactly in proportion to weights that doubles cannot multiply exactly', () => {
    const parts = divideProportionally(
      99_999_999_999,
      new Map([
        ['a', 99_999_999_999],
        ['b', 99_999_999_998],
      ]),
    )
    expect([...parts.values()]).toEqual([50_000_000_000, 49_999_999_999])
  })
})

it('reads whole numbers as exact fractions, and others to the nearest 65,536th', () => {
  expect(numberToFraction(-12)).toEqual(reducedFraction(-12n))
  expect(numberToFraction(0.5)).toEqual(reducedFraction(1n, 2n))
  expect(numberToFraction(1 / 3)).toEqual(reducedFraction(21_845n, 65_536n))
})
