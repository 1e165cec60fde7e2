import { describe, expect, it } from 'vitest'
import hard from '../../test/vectors/hard/chain-080x128-1.json' with { type: 'json' }
import { generateOverlapChainRound } from '../../test/chains.ts'
import { sortProblem } from '../formats/problem.ts'
import { readMarketFile } from '../formats/read-market.ts'
import { compileMarket } from '../model/compile.ts'
import { totalContractedValue } from '../model/program.ts'
import { findBestMatch, type BestMatch } from '../winners/match.ts'
import { tieRanksOfColumns } from '../winners/ties.ts'
import { createSeededRandom } from '../pricing/random.ts'
import { createCoalitionEvaluator } from './evaluator.ts'
import { createFlowCoalitionEvaluator } from './flow-evaluator.ts'
import { initHighs } from './highs.ts'
import type { Solver } from './solve-request.ts'
import { createHighsSolver, createSolver } from './solver.ts'

const solve = createSolver(await initHighs())
const byHighs = createHighsSolver(await initHighs())

/** Best match of a small chain; blocks with more closed sets than this are written as flows. */
const matched = (seed: number, mostWritten: number, by: Solver = solve): BestMatch => {
  const market = compileMarket(sortProblem(generateOverlapChainRound(3, 12, 18, seed)), { mostWritten })
  return findBestMatch(market.program, tieRanksOfColumns(market), {
    solve: by,
    isOver: () => false,
    onProgress: () => {},
  })
}

describe('a chain of overlapping areas', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has the same match by flows as by closed sets (seed %i)', seed => {
    const byFlows = matched(seed, 0, byHighs)
    const bySets = matched(seed, Infinity)
    expect(new Set(byFlows.parts.map(({ formulation }) => formulation))).toEqual(new Set(['flows']))
    expect(new Set(bySets.parts.map(({ formulation }) => formulation))).toEqual(new Set(['closedSets']))
    expect(byFlows.surplus).toBeGreaterThan(0)
    expect(byFlows.surplus).toBeCloseTo(bySets.surplus, 3)
    byFlows.x.forEach((part, at) => expect(part).toBeCloseTo(bySets.x[at]!, 6))
    expect(byFlows.decidedBy).toBe(bySets.decidedBy)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has the same match by our own search as by HiGHS (seed %i)', seed => {
    const { parts, ...own } = matched(seed, 0)
    const { parts: theirs, ...other } = matched(seed, 0, byHighs)
    expect(parts.map(({ formulation, solver }) => `${formulation} ${solver}`)).toContain(
      'flows branchAndBound',
    )
    expect(theirs).toHaveLength(parts.length)
    expect(own).toEqual(other)
  })

  it.each([1, 2, 3])(
    'values any set of its columns the same by rows found when broken, by flows and by closed sets (seed %i)',
    seed => {
      const problem = sortProblem(generateOverlapChainRound(3, 12, 18, seed))
      const [open, written] = [0, Infinity].map(
        mostWritten => compileMarket(problem, { mostWritten }).program,
      )
      const valuers = [
        createCoalitionEvaluator(open!, () => {}, true),
        createFlowCoalitionEvaluator(open!, () => {}),
        createCoalitionEvaluator(written!, () => {}),
      ]
      const r = createSeededRandom(seed)
      const columns = compileMarket(problem).program.columns.length
      for (let question = 0; question < 20; question += 1) {
        const some = Uint8Array.from({ length: columns }, () => (r.chance(0.7) ? 1 : 0))
        const values = valuers.map(valueOf => valueOf(some, 0)?.value ?? 0)
        expect(values).toEqual(values.map(() => values[0]))
        expect(valuers[0]!(some, values[0]!)).toBeNull()
      }
    },
  )

  it('is proven for eight areas, 80 projects and 128 requirements', () => {
    const market = compileMarket(sortProblem(readMarketFile(hard)))
    const { x, surplus, parts } = findBestMatch(market.program, tieRanksOfColumns(market), {
      solve,
      isOver: () => false,
      onProgress: () => {},
    })
    expect(parts).toContainEqual({ formulation: 'flows', solver: 'highs' })
    // Native HiGHS with its own model finds 202,512,708.2 pence before parts are rounded down.
    expect(surplus).toBe(202_512_706)
    expect(totalContractedValue(market.program, x)).toBe(surplus)
  }, 300_000)
})
