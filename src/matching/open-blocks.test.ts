import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { generateRound } from './generate.ts'
import { findMatch } from './match.ts'
import { inOrder } from './problem.ts'
import { askSmall } from './small.ts'
import { standingsOf } from './ties.ts'

const matched = (seed: number, mostWritten: number) => {
  const market = compile(inOrder(generateRound('small', seed)), mostWritten)
  const limits = { solve: askSmall, secondsLeft: () => Infinity, onStanding: () => {} }
  const { x, surplus, decidedBy } = findMatch(market.program, standingsOf(market), limits)
  return { open: market.program.blocks!.length, winners: [...x].map(Math.round), surplus, decidedBy }
}

describe('a block with too many rows to write down', () => {
  it.each([1, 2, 3, 4, 5, 6])('gives the same match as with all its rows (seed %i)', seed => {
    const { open, ...lazily } = matched(seed, 0)
    const { open: none, ...written } = matched(seed, Infinity)
    expect(open).toBeGreaterThan(0)
    expect(none).toBe(0)
    expect(lazily.surplus).toBeCloseTo(written.surplus, 4)
    expect({ ...lazily, surplus: 0 }).toEqual({ ...written, surplus: 0 })
  })
})
