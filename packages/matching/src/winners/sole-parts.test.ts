import { expect, it } from 'vitest'
import type { MarketProgram } from '../model/program.ts'
import { areBestPartsSole } from './sole-parts.ts'

/** A project of 100 units, funded, and two bids for 80 units each of which parts win. */
const programWith = (bids: readonly [number, number]): MarketProgram => ({
  players: ['S', 'A', 'B'],
  columns: [
    { player: 0, value: -10, whole: true, upper: 1 },
    ...bids.map((bid, at) => ({
      player: at + 1,
      value: bid,
      whole: false,
      upper: 1,
      portions: [{ ongoing: 80, additional: 0, bid }],
      grains: [80],
    })),
  ],
  rows: [{ columns: [0, 1, 2], coefficients: [-100, 80, 80], limit: 0, equal: false }],
})

const isSole = (bids: readonly [number, number]): boolean =>
  areBestPartsSole(programWith(bids), { lower: [1, 0, 0], upper: [1, 1, 1] }, () => {})

/** Number of ways to divide up to 100 units that have the greatest value, each bid rounded down to whole pence. */
const waysOf = ([a, b]: readonly [number, number]): number => {
  let best = -1
  let ways = 0
  for (let one = 0; one <= 80; one += 1)
    for (let other = 0; other <= Math.min(80, 100 - one); other += 1) {
      const value = Math.floor((a * one) / 80) + Math.floor((b * other) / 80)
      if (value > best) ways = 0
      best = Math.max(best, value)
      if (value === best) ways += 1
    }
  return ways
}

it('proves best parts to be the only ones where one bid pays more for a unit', () => {
  expect(isSole([8_000, 8_080])).toBe(true)
})

it('does not prove it where two bids pay the same, or where rounding makes up for a unit', () => {
  expect(isSole([8_000, 8_000])).toBe(false)
  expect(isSole([79, 80])).toBe(false)
})

it('agrees with all ways to divide the units', () => {
  for (let a = 40; a <= 600; a += 13)
    for (const b of [a, a + 1, a + 2, a + 40, a + 100])
      expect([a, b, isSole([a, b])]).toEqual([a, b, waysOf([a, b]) === 1])
})
