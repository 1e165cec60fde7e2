import { expect, test } from 'vitest'
import { createSeededRandom } from '../pricing/random.ts'
import { findExceededSupplies } from './block-flow.ts'
import type { ProgramBlock } from './program.ts'

const SUPPLIES = 4
const NEEDS = 5

/** By how much the needs that depend on a set of supplies alone exceed it. */
const excess = ({ needs }: ProgramBlock, x: readonly number[], set: readonly number[]): number =>
  needs.reduce(
    (sum, { from }, need) => sum + (from.every(supply => set.includes(supply)) ? x[SUPPLIES + need]! : 0),
    0,
  ) - set.reduce((sum, supply) => sum + x[supply]!, 0)

test('finds a set of supplies that is too small whenever there is one, and no other', () => {
  let exceeded = 0
  for (let seed = 1; seed <= 300; seed += 1) {
    const r = createSeededRandom(seed)
    const supplies = Array.from({ length: SUPPLIES }, (_, at) => at)
    const block: ProgramBlock = {
      supplies: supplies.map(at => new Map([[at, 1]])),
      needs: Array.from({ length: NEEDS }, (_, at) => ({
        amounts: new Map([[SUPPLIES + at, 1]]),
        from: r.shuffled(supplies).slice(0, r.whole(1, 3)),
      })),
    }
    const x = Array.from({ length: SUPPLIES + NEEDS }, () => r.whole(0, 9))
    const isTooSmall = Array.from({ length: 2 ** SUPPLIES }, (_, set) =>
      supplies.filter(at => (set >> at) & 1),
    ).some(set => excess(block, x, set) > 0)
    const found = findExceededSupplies(block, x)
    expect(found.length > 0).toBe(isTooSmall)
    for (const set of found) expect(excess(block, x, set)).toBeGreaterThan(0)
    if (isTooSmall) exceeded += 1
  }
  expect(exceeded).toBeGreaterThan(50)
  expect(exceeded).toBeLessThan(290)
})
