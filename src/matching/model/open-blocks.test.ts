import { describe, expect, it } from 'vitest'
import { generateRound } from '#test/matching/generate'
import { inOrder } from '../formats/problem.ts'
import { highs } from '../solver/highs.ts'
import { solverOf } from '../solver/solver.ts'
import { findMatch } from '../winners/match.ts'
import { tieRanksOf } from '../winners/ties.ts'
import { compile } from './compile.ts'

const solve = solverOf(await highs())

const matched = (seed: number, mostWritten: number) => {
  const market = compile(inOrder(generateRound('small', seed)), { mostWritten })
  const limits = { solve, isOver: () => false, onProgress: () => {} }
  const { x, surplus, decidedBy } = findMatch(market.program, tieRanksOf(market), limits)
  return { open: market.program.blocks!.length, winners: [...x].map(Math.round), surplus, decidedBy }
}

describe('a block with too many rows to write down', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'a block with too many rows to write down gives the same match as with all its rows (seed %i)',
    seed => {
      const { open, ...lazily } = matched(seed, 0)
      const { open: none, ...written } = matched(seed, Infinity)
      expect(open).toBeGreaterThan(0)
      expect(none).toBe(0)
      expect(lazily.surplus).toBeCloseTo(written.surplus, 4)
      expect({ ...lazily, surplus: 0 }).toEqual({ ...written, surplus: 0 })
    },
  )
})
