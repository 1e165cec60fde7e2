import { exactShares, ownGame } from './check-shares.ts'
import { clustersOf } from './clusters.ts'
import { componentsOf } from './components.ts'
import type { Market } from './market.ts'
import type { Problem } from './problem-shape.ts'
import type { Result } from './result-shape.ts'
import { roundOf } from './round.ts'
import type { SecondSolver } from './second-solver.ts'
import { inPence } from './shares.ts'

/**
 * What each winner's share is by the rule, in pence, as far as `verdictOn` would hold a result without coalition values to
 * it: null where it would not, since there are too many winners, shares are not exact, or the solver did not settle them.
 */
export const sharesByRule = (
  problem: Problem,
  result: Result,
  solver: SecondSolver,
): ReadonlyMap<string, number> | null => {
  if (!result.exact || result.rule === 'Imported') return null
  const round = roundOf(problem)
  const components = componentsOf(round)
  const market: Market = { round, result, components, solver, isCareful: false, chance: () => 0, seed: 0 }
  const games = clustersOf(market).map(ownGame)
  const settled = games.filter(game => game !== null)
  return settled.length === games.length ? inPence(exactShares(settled)) : null
}
