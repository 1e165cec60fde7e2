import { describe, expect, it } from 'vitest'
import { createStallingRound, withTies, type StallingFamily } from '../../test/stalling-rounds.ts'
import { sortProblem } from '../formats/problem.ts'
import { compileMarket } from '../model/compile.ts'
import { totalContractedValue } from '../model/program.ts'
import { splitIntoSubmarkets } from '../model/submarkets.ts'
import { createSeededRandom } from '../pricing/random.ts'
import { solveWithBranchAndBound } from './dense-program.ts'
import { createFeasibilityChecker } from './judge.ts'
import { MOST_COUNTED } from '../winners/contested.ts'
import { tieRanksOfColumns } from '../winners/ties.ts'
import { findWinnersByTieRule } from '../winners/winners.ts'
import { initHighs } from './highs.ts'
import { knapsackChoiceByTieRule } from './knapsack-ties.ts'
import { createKnapsackSolver, findKnapsackForm } from './knapsack.ts'
import { prepareSubproblem } from './prepared.ts'
import { createSolver } from './solver.ts'

const FAMILIES: StallingFamily[] = ['even', 'correlated', 'proportional', 'equal']

const partsOf = (family: StallingFamily, many: number, seed: number) =>
  splitIntoSubmarkets(compileMarket(sortProblem(createStallingRound(family, many, seed))).program, false).map(
    ({ program }) => program,
  )

describe('tables of knapsacks', () => {
  it.each(FAMILIES)('find what branch and bound finds, whatever is absent or required (%s)', family => {
    let compared = 0
    for (let seed = 1; seed <= 2; seed += 1)
      for (const program of partsOf(family, 5, seed)) {
        const form = findKnapsackForm(program, 3)
        if (form === null) continue
        const [byTables, judge] = [createKnapsackSolver(form), createFeasibilityChecker(program)]
        const r = createSeededRandom(seed)
        for (let question = 0; question < 20; question += 1) {
          const upper = Float64Array.from(program.columns, () => (r.chance(0.85) ? 1 : 0))
          const lower = upper.map(most => (most === 1 && r.chance(0.1) ? 1 : 0))
          const found = byTables(lower, upper, () => {})
          const { x, value } = solveWithBranchAndBound({ program, lower, upper })
          expect(found?.value ?? null).toBe(x === null ? null : value)
          compared += 1
          if (found === null) continue
          expect(judge(found.x, lower, upper)).toMatchObject({ value: found.value })
          expect(totalContractedValue(program, found.x)).toBe(found.value)
          expect(found.x.every((part, at) => part >= lower[at]! && part <= upper[at]!)).toBe(true)
        }
      }
    expect(compared).toBeGreaterThanOrEqual(40)
  })

  it.each(FAMILIES)('choose among equal matches as questions to a solver do (%s)', async family => {
    const solver = createSolver(await initHighs())
    const decided = new Set<number>()
    for (let seed = 1; seed <= 40; seed += 1) {
      const market = compileMarket(sortProblem(withTies(createStallingRound(family, 6, seed))))
      const { program, solve } = prepareSubproblem(solver, market.program)
      const form = findKnapsackForm(program, 3)
      if (form === null) continue
      const ranks = tieRanksOfColumns(market)
      const first = solve({ program })
      const { surplus, ...expected } = findWinnersByTieRule(program, ranks, solve, {}, first, () => {})
      const found = knapsackChoiceByTieRule(form, ranks, MOST_COUNTED, () => {})
      expect(found, `${family} ${seed}`).toEqual(expected)
      expect(totalContractedValue(program, found!.x)).toBe(surplus)
      decided.add(expected.decidedBy)
    }
    expect(decided).toContain(4)
    expect(decided.size).toBeGreaterThanOrEqual(2)
  })

  it('are not made where no organisation has many columns in one row, or too much besides them', () => {
    expect(partsOf('even', 5, 1).map(program => findKnapsackForm(program))).toEqual([null])
    expect(partsOf('equalOffers', 30, 1).map(program => findKnapsackForm(program))).toEqual([null])
  })
})
