import type { Pence } from '@credit-market/values/money'
import { findProblemErrors } from '@credit-market/matching/formats/check-problem'
import { InvalidProblemError, TimeLimitError } from '@credit-market/matching/formats/errors'
import { sortProblem } from '@credit-market/matching/formats/problem'
import { compileMarket } from '@credit-market/matching/model/compile'
import type { MatchProblem, MatchProject } from '@credit-market/matching/problem/match-problem'
import { initHighs } from '@credit-market/matching/solver/highs'
import type { Solver } from '@credit-market/matching/solver/solve-request'
import { createSolver } from '@credit-market/matching/solver/solver'
import { findBestMatch } from '@credit-market/matching/winners/match'
import { calculateWonQuantities } from '@credit-market/matching/winners/quantities'
import { tieRanksOfColumns } from '@credit-market/matching/winners/ties'

/** The greatest surplus of a problem, without prices and reasons. Throws if it is not proven in time. */
const greatestSurplus = async (given: MatchProblem, isOver: () => boolean): Promise<Pence> => {
  const faults = findProblemErrors(given)
  if (faults.length > 0) throw new InvalidProblemError(faults)
  const solver = createSolver(await initHighs())
  const solve: Solver = request => {
    if (isOver()) throw new TimeLimitError()
    return solver(request)
  }
  const market = compileMarket(sortProblem(given))
  const { x } = findBestMatch(market.program, tieRanksOfColumns(market), {
    solve,
    isOver,
    cancelled: undefined,
    onProgress: () => {},
  })
  return calculateWonQuantities(market, x).surplus
}

const FREE = { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 }

/**
 * The amount that an additional offer could have asked at most, with all costs: it would have won below, and tied at it. This is the
 * surplus that it adds for nothing to the surplus of the others, in pence; 0 if it serves no one. The amounts of the given
 * project do not matter. Throws if the match is not proven before `isOver`.
 */
export const highestWinningAsk = async (
  problem: MatchProblem,
  project: MatchProject,
  { surplus, isOver }: { surplus: Pence; isOver: () => boolean },
): Promise<Pence> => {
  const free = { ...project, offer: 0, costs: FREE }
  const withOffer = { ...problem, projects: [...problem.projects, free] }
  return (await greatestSurplus(withOffer, isOver)) - surplus
}
