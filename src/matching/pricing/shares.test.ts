import { describe, expect, it } from 'vitest'
import { fraction, fractionOf, type Fraction } from './fraction.ts'
import { inPence, inProportion, noSums, sharesOf } from './shares.ts'

const third = (of: number): Fraction => fraction(BigInt(of), 3n)

describe('shares as exact fractions', () => {
  it('shares are means over all orders of what each winner adds, with nothing lost to rounding', () => {
    const sums = noSums(3)
    // Worth 1 where winner 0 has company, 2 with both others.
    sums.all = [0n, 0n, 2n, 2n]
    sums.having = [
      [0n, 0n, 2n, 2n],
      [0n, 0n, 1n, 2n],
      [0n, 0n, 1n, 2n],
    ]
    expect(sharesOf(sums)).toEqual([fraction(1n), fraction(1n, 2n), fraction(1n, 2n)])
  })
})

describe('whole pence by largest remainder', () => {
  it('the penny left over of equal remainders goes to the first by id, whatever the order', () => {
    const shares = [third(100), third(100), third(100)]
    const named = (ids: readonly string[]) => new Map(ids.map((id, at) => [id, shares[at]!]))
    const expected = { a: 34, b: 33, c: 33 }
    expect(Object.fromEntries(inPence(named(['a', 'b', 'c']), 100))).toEqual(expected)
    expect(Object.fromEntries(inPence(named(['c', 'a', 'b']), 100))).toEqual(expected)
  })

  it('the penny left over goes to a remainder that is greater by less than any number on a computer can say', () => {
    const half = fraction(1n, 2n)
    const more = fraction(10n ** 40n / 2n + 1n, 10n ** 40n)
    const less = fraction(10n ** 40n / 2n - 1n, 10n ** 40n)
    const shares = new Map([
      ['a', less],
      ['b', half],
      ['c', more],
      ['d', half],
    ])
    expect(Object.fromEntries(inPence(shares, 2))).toEqual({ a: 0, b: 1, c: 1, d: 0 })
  })

  it('a sum in proportion to weights beyond what numbers multiply exactly is parted exactly', () => {
    const parts = inProportion(
      99_999_999_999,
      new Map([
        ['a', 99_999_999_999],
        ['b', 99_999_999_998],
      ]),
    )
    expect([...parts.values()]).toEqual([50_000_000_000, 49_999_999_999])
  })
})

it('numbers are read as fractions: whole ones exactly, others to the nearest 65,536th', () => {
  expect(fractionOf(-12)).toEqual(fraction(-12n))
  expect(fractionOf(0.5)).toEqual(fraction(1n, 2n))
  expect(fractionOf(1 / 3)).toEqual(fraction(21_845n, 65_536n))
})
