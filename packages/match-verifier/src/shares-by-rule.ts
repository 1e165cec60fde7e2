import { addShares, recalculateShares } from './check-shares.ts'
import { listWinningComponents } from './clusters.ts'
import { splitIntoComponents } from './components.ts'
import type { Fraction } from './fraction.ts'
import type { CheckedMarket } from './market.ts'
import type { MatchProblem } from './problem-shape.ts'
import type { MatchResult } from './result-shape.ts'
import { buildVerifierRound } from './round.ts'
import type { SecondSolver } from './second-solver.ts'
import { roundSharesToPence } from './shares.ts'

/**
 * Each winner's share by the rule, in pence, as `verifyMatchFile` would require it of a result without coalition values;
 * null where it would require none to the penny: too many winners, or values that the solver did not settle.
 */
export const calculateSharesByRule = (
  problem: MatchProblem,
  result: MatchResult,
  solver: SecondSolver,
): ReadonlyMap<string, number> | null => {
  if (result.rule === 'Imported') return null
  const round = buildVerifierRound(problem)
  const components = splitIntoComponents(round)
  const market: CheckedMarket = {
    round,
    result,
    components,
    solver,
    isCareful: false,
    chance: () => 0,
    seed: 0,
  }
  const shares = new Map<string, Fraction>()
  for (const component of listWinningComponents(market)) {
    const own = recalculateShares(component)
    if (own === null) return null
    addShares(shares, own)
  }
  return roundSharesToPence(shares)
}
