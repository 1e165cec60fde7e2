import { describe, expect, it } from 'vitest'
import { generateRound } from '../../test/generate.ts'
import { sortProblem } from '../formats/problem.ts'
import { initHighs } from '../solver/highs.ts'
import { createSolver } from '../solver/solver.ts'
import { findBestMatch } from '../winners/match.ts'
import { tieRanksOfColumns } from '../winners/ties.ts'
import { compileMarket } from './compile.ts'

const solve = createSolver(await initHighs())

const matched = (seed: number, mostWritten: number) => {
  const market = compileMarket(sortProblem(generateRound('small', seed)), { mostWritten })
  const limits = { solve, isOver: () => false, onProgress: () => {} }
  const { x, surplus, decidedBy } = findBestMatch(market.program, tieRanksOfColumns(market), limits)
  return { open: market.program.blocks!.length, winners: [...x].map(Math.round), surplus, decidedBy }
}

describe('a block with too many rows to enumerate', () => {
  it.each([1, 2, 3, 4, 5, 6])('gives the same match as with all its rows enumerated (seed %i)', seed => {
    const { open, ...lazily } = matched(seed, 0)
    const { open: none, ...written } = matched(seed, Infinity)
    expect(open).toBeGreaterThan(0)
    expect(none).toBe(0)
    expect(lazily.surplus).toBeCloseTo(written.surplus, 4)
    expect({ ...lazily, surplus: 0 }).toEqual({ ...written, surplus: 0 })
  })
})
