import { readRecordedClusterValues } from './check-coalitions.ts'
import { collectKnownShares } from './check-shares.ts'
import { clusterComponentsByWinner } from './clusters.ts'
import { splitIntoComponents } from './components.ts'
import type { CheckedMarket } from './market.ts'
import type { MatchProblem } from './shapes/problem-shape.ts'
import type { MatchResult } from './shapes/result-shape.ts'
import { buildVerifierRound } from './round.ts'
import type { SecondSolver } from './second-solver.ts'
import { roundSharesToPence } from './shares.ts'
import { readStoredValues } from './stored-values.ts'
import { problemOfShares } from './winners-alone.ts'

/**
 * Each winner's share by the rule, in pence, as `verifyMatchFile` would require it of this result, from its own coalition
 * values if it has them; null where it would require none to the penny: sampled shares, or values that are not stored and
 * that the solver did not settle.
 */
export const calculateSharesByRule = (
  wholeProblem: MatchProblem,
  wholeResult: MatchResult,
  solver: SecondSolver,
): ReadonlyMap<string, number> | null => {
  if (wholeResult.rule === 'Imported') return null
  const { problem, result } = problemOfShares({ problem: wholeProblem, result: wholeResult })
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
  const { values } = readStoredValues(result)
  const { exact, rough } = collectKnownShares(
    market,
    values && readRecordedClusterValues(market, clusterComponentsByWinner(market), values).filed,
  )
  return rough.length > 0 ? null : roundSharesToPence(exact)
}
