import { type MatchProblem, totalCosts } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { MIN_PARTIES_PER_SIDE } from '../disclosure/disclosure.ts'

/**
 * The median share of the four costs in what winning projects with habitats asked, between 0 and 1; null if fewer suppliers won than
 * a published price needs.
 */
export const medianCostShare = (
  { projects }: Pick<MatchProblem, 'projects'>,
  solution: Pick<MatchSolution, 'projects'>,
): number | null => {
  const won = new Set(solution.projects.flatMap(({ id, won: hasWon }) => (hasWon ? [id] : [])))
  const winners = projects.filter(
    ({ id, services, offer, costs }) =>
      won.has(id) &&
      offer + totalCosts(costs) > 0 &&
      services.some(({ creditType }) => creditType === 'Biodiversity'),
  )
  if (new Set(winners.map(({ supplierId }) => supplierId)).size < MIN_PARTIES_PER_SIDE) return null
  const shares = winners
    .map(({ offer, costs }) => totalCosts(costs) / (offer + totalCosts(costs)))
    .toSorted((a, b) => a - b)
  return shares[shares.length >> 1]!
}
