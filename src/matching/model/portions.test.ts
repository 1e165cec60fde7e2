import { describe, expect, test } from 'vitest'
import { contracted, partAfter, partBefore, partBelow, partOf, partUpTo, portionAt } from './portions.ts'

const half = { over: 1n, under: 2n }

describe('parts of divisible bids', () => {
  test('a part of a bid is worth whole pence, and no more than its ten-thousandths of the units', () => {
    const portion = { ongoing: 20_000, additional: 0, bid: 4_840_000 }
    expect(portionAt(portion, { over: 9_090n, under: 20_000n })).toMatchObject({
      ongoing: 9_090,
      value: 2_199_780,
    })
    expect(portionAt({ ...portion, bid: 3 }, half).value).toBe(1)
  })

  test('of ongoing and additional units the one that got the smaller part of its own decides the value', () => {
    const won = portionAt({ ongoing: 3, additional: 10, bid: 30_000 }, { over: 1n, under: 3n })
    expect(won).toEqual({ ongoing: 1, additional: 3, part: { over: 3n, under: 10n }, value: 9_000 })
  })

  test('what wins one part together is contracted one by one', () => {
    const portions = [
      { ongoing: 3, additional: 0, bid: 100 },
      { ongoing: 7, additional: 0, bid: 100 },
    ]
    const column = { value: 200, portions, grains: [3, 7] }
    expect(contracted(column, 1 / 3)).toBe(33 + 28)
    expect(contracted(column, 1)).toBe(200)
    expect(contracted(column, 0)).toBe(0)
  })

  test('the part that just fits is found exactly, up to 100,000 units', () => {
    const grains = [1_000_000_000]
    expect(partUpTo(grains, { over: 999_999_999n, under: 1_000_000_000n })).toBe(0.999_999_999)
    expect(partUpTo(grains, { over: 9_999_999_989n, under: 10_000_000_000n })).toBe(0.999_999_998)
    expect(partUpTo(grains, { over: 3n, under: 2n })).toBe(1)
    expect(partUpTo(grains, { over: -1n, under: 2n })).toBe(-0.5)
  })

  test('a part kept as a double is read again as the fraction it stands for', () => {
    for (const quantity of [3, 7, 119_000, 999_999_937, 1_000_000_000])
      for (const n of [1, Math.floor(quantity / 3), quantity - 1])
        expect(partOf([quantity], n / quantity)).toEqual({ over: BigInt(n), under: BigInt(quantity) })
  })

  test('the parts before and after a part are those at which a contract changes next', () => {
    const grains = [4, 6]
    expect(partBelow(grains, 0.49)).toBe(2 / 6)
    expect([partBefore(grains, 0.5), partAfter(grains, 0.5)]).toEqual([2 / 6, 4 / 6])
    expect([partBefore(grains, 2 / 6), partAfter(grains, 2 / 6)]).toEqual([1 / 4, 0.5])
    expect([partAfter(grains, 0), partBefore(grains, 1)]).toEqual([1 / 6, 5 / 6])
  })
})
