import { describe, expect, it } from 'vitest'
import { createStallingRound, withTies } from '../../test/stalling-rounds.ts'
import { sortProblem } from '../formats/problem.ts'
import { compileMarket } from '../model/compile.ts'
import { totalContractedValue } from '../model/program.ts'
import { splitIntoSubmarkets } from '../model/submarkets.ts'
import { createSeededRandom } from '../pricing/random.ts'
import type { MatchProblem } from '../problem/match-problem.ts'
import { MOST_COUNTED } from '../winners/contested.ts'
import { tieRanksOfColumns } from '../winners/ties.ts'
import { findWinnersByTieRule } from '../winners/winners.ts'
import { solveWithBranchAndBound } from './dense-program.ts'
import { choicesWorth, createHalvesSolver, findHalvesForm } from './halves.ts'
import { initHighs } from './highs.ts'
import { createFeasibilityChecker } from './judge.ts'
import { chooseByTieRule } from './knapsack-ties.ts'
import { prepareSubproblem } from './prepared.ts'
import { createSolver } from './solver.ts'

/** The market split family, with every bid changed at random by up to a share of the bid. */
const roundOf = (many: number, seed: number, spread: number): MatchProblem => {
  const round = createStallingRound('split', many, seed)
  const r = createSeededRandom(seed)
  return {
    ...round,
    requirements: round.requirements.map(one => ({
      ...one,
      bid: Math.round(one.bid * (1 + spread * (2 * r.next() - 1))),
    })),
  }
}

const partsOf = (round: MatchProblem) => {
  const market = compileMarket(sortProblem(round))
  const ranks = tieRanksOfColumns(market)
  return splitIntoSubmarkets(market.program, false).map(({ program, from }) => ({
    program,
    ranks: from.map(column => ranks[column]!),
  }))
}

describe('choices listed in two halves', () => {
  it.each([0, 0.001, 0.1, 0.9])(
    'are as good as those of branch and bound, whatever is absent or required (bids changed by %f)',
    spread => {
      let compared = 0
      for (let seed = 1; seed <= 4; seed += 1)
        for (const { program } of partsOf(roundOf(8 + seed, seed, spread))) {
          const form = findHalvesForm(program, 6)
          if (form === null) continue
          const [byHalves, judge] = [createHalvesSolver(form), createFeasibilityChecker(program)]
          const r = createSeededRandom(seed)
          const questions = [
            ...form.items.map(item => ({ absent: 0, required: [item] })),
            ...Array.from({ length: 20 }, () => ({
              absent: 0.15,
              required: form.items.filter(() => r.chance(0.1)),
            })),
          ]
          for (const { absent, required } of questions) {
            const upper = Float64Array.from(program.columns, (_, at) =>
              required.includes(at) || !r.chance(absent) ? 1 : 0,
            )
            const lower = upper.map((_, at) => (required.includes(at) ? 1 : 0))
            const found = byHalves(lower, upper, () => {})
            const { x, value } = solveWithBranchAndBound({ program, lower, upper })
            expect(found?.value ?? null).toBe(x === null ? null : value)
            compared += 1
            if (found) expect(judge(found.x, lower, upper)).toEqual({ x: found.x, value: found.value })
          }
        }
      expect(compared).toBeGreaterThan(100)
    },
  )

  it('are all that bring the best value, of which the tie rule takes the same as by questions', async () => {
    const solver = createSolver(await initHighs())
    let tied = 0
    for (let seed = 1; seed <= 12; seed += 1)
      for (const { program, ranks } of partsOf(withTies(roundOf(7, seed, 0)))) {
        const form = findHalvesForm(program, 4)
        if (form === null) continue
        const first = solveWithBranchAndBound({ program })
        const all = choicesWorth(form, first.value, 10_000, () => {})!
        expect(new Set(all.map(x => x.join())).size).toBe(all.length)
        for (const x of all) expect(totalContractedValue(program, x)).toBe(first.value)
        const ready = prepareSubproblem(solver, program)
        const byQuestions = findWinnersByTieRule(ready.program, ranks, ready.solve, {}, first, () => {})
        const { x, decidedBy, alternatives } = chooseByTieRule(all, ranks, MOST_COUNTED)!
        expect([x, decidedBy, alternatives]).toEqual([
          byQuestions.x,
          byQuestions.decidedBy,
          byQuestions.alternatives,
        ])
        if (decidedBy > 1) tied += 1
      }
    expect(tied).toBeGreaterThan(5)
  })

  it('are not listed where there are few items, or many columns besides them', () => {
    expect(partsOf(roundOf(10, 1, 0)).map(({ program }) => findHalvesForm(program))).toEqual([null, null])
    const offers = partsOf(createStallingRound('equalOffers', 30, 1))
    expect(offers.map(({ program }) => findHalvesForm(program))).toEqual([null])
  })
})
