import { describe, expect, it } from 'vitest'
import { generateChain } from '#test/matching/chains'
import { inOrder } from '../formats/problem.ts'
import { compile } from '../model/compile.ts'
import { findMatch, type Matched } from '../winners/match.ts'
import { tieRanksOf } from '../winners/ties.ts'
import { highs } from './highs.ts'
import { solverOf } from './solver.ts'

const solve = solverOf(await highs())

/** The best match of a small chain, with blocks of more closed sets than this written with flows. */
const matched = (seed: number, mostWritten: number): Matched => {
  const market = compile(inOrder(generateChain(3, 12, 18, seed)), { mostWritten })
  return findMatch(market.program, tieRanksOf(market), { solve, isOver: () => false, onProgress: () => {} })
}

describe('a chain of overlapping places', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a chain of overlapping places has the same match by flows as by closed sets (seed %i)',
    seed => {
      const byFlows = matched(seed, 0)
      const bySets = matched(seed, Infinity)
      expect(new Set(byFlows.parts.map(({ formulation }) => formulation))).toEqual(new Set(['flows']))
      expect(new Set(bySets.parts.map(({ formulation }) => formulation))).toEqual(new Set(['closedSets']))
      expect(byFlows.surplus).toBeGreaterThan(0)
      expect(byFlows.surplus).toBeCloseTo(bySets.surplus, 3)
      byFlows.x.forEach((part, at) => expect(part).toBeCloseTo(bySets.x[at]!, 6))
      expect(byFlows.decidedBy).toBe(bySets.decidedBy)
    },
  )
})
