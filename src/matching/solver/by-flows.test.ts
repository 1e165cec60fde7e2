import { describe, expect, it } from 'vitest'
import hard from '../../../test/vectors/hard/chain-080x128-1.json' with { type: 'json' }
import { generateChain } from '#test/matching/chains'
import { inOrder } from '../formats/problem.ts'
import { readMarket } from '../formats/read-market.ts'
import { compile } from '../model/compile.ts'
import { totalValue } from '../model/program.ts'
import { findMatch, type Matched } from '../winners/match.ts'
import { tieRanksOf } from '../winners/ties.ts'
import { random } from '../pricing/random.ts'
import { evaluator } from './evaluator.ts'
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

  it.each([1, 2, 3])(
    'any set of its columns is worth the same by flows as by closed sets (seed %i)',
    seed => {
      const problem = inOrder(generateChain(3, 12, 18, seed))
      const valuers = [0, Infinity].map(mostWritten =>
        evaluator(compile(problem, { mostWritten }).program, () => {}),
      )
      const r = random(seed)
      const columns = compile(problem).program.columns.length
      for (let question = 0; question < 20; question += 1) {
        const some = Uint8Array.from({ length: columns }, () => (r.chance(0.7) ? 1 : 0))
        const [byFlows, bySets] = valuers.map(valueOf => valueOf(some, 0)?.value ?? 0)
        expect(byFlows).toBe(bySets)
      }
    },
  )

  it('a chain of eight areas, 80 projects and 128 requirements is proven', () => {
    const market = compile(inOrder(readMarket(hard)))
    const { x, surplus, parts } = findMatch(market.program, tieRanksOf(market), {
      solve,
      isOver: () => false,
      onProgress: () => {},
    })
    expect(parts).toContainEqual({ formulation: 'flows', solver: 'highs' })
    // Native HiGHS on a model of its own finds 202,512,708.2 pence before parts are rounded down.
    expect(surplus).toBe(202_512_706)
    expect(totalValue(market.program, x)).toBe(surplus)
  }, 300_000)
})
