import { canonicalJson } from '@credit-market/values/canonical'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { gapPercentText } from './messages.ts'
import {
  gapOfMatch,
  MIN_SEARCH_MINUTES,
  type BestKnownMatch,
  type UnfinishedMatch,
} from './unfinished-match.ts'

/** A run of the engine, with what is known if it ran out of time. */
interface Run {
  problem: MatchProblem
  unfinished: UnfinishedMatch | null
}

const runsOf = (runs: readonly Run[], problem: MatchProblem): UnfinishedMatch[] => {
  const same = canonicalJson(problem)
  return runs.flatMap(run => (run.unfinished && canonicalJson(run.problem) === same ? [run.unfinished] : []))
}

const bestOf = (known: readonly UnfinishedMatch[]): BestKnownMatch | null => {
  const [best] = known.filter(({ surplus }) => surplus > 0).toSorted((a, b) => b.surplus - a.surplus)
  if (best === undefined) return null
  const { surplus, projectIds, requirementIds } = best
  return { surplus, bound: Math.min(...known.map(({ bound }) => bound)), projectIds, requirementIds }
}

/** Why the best known match of a round cannot be used, as a sentence without amounts; null if it can. */
const obstacleOf = (
  known: readonly UnfinishedMatch[],
  best: BestKnownMatch | null,
  mostBasisPoints: number,
): string | null => {
  if (best === null) return 'No match of these offers and bids is known'
  if (known.some(({ open }) => open === 'priced' || open === 'explained'))
    return 'The best match is proven, and only its prices or reasons are missing. Match again with more time'
  if (!known.some(({ minutes }) => minutes >= MIN_SEARCH_MINUTES))
    return `The engine must search for at least ${MIN_SEARCH_MINUTES} minutes first. Match again with more time`
  const { part } = gapOfMatch(best)
  return part * 10_000 <= mostBasisPoints
    ? null
    : `The gap is ${gapPercentText(part)}, and this round allows ${gapPercentText(mostBasisPoints / 10_000)}. Match again with more time`
}

/**
 * The best match that the engine found for these offers and bids in any run that ran out of time, the earliest of equal ones,
 * with the least bound; or else why it cannot be used. `mostBasisPoints` is the greatest gap that the round allows, in
 * hundredths of a percent.
 */
export const findUsableMatch = (
  runs: readonly Run[],
  problem: MatchProblem,
  mostBasisPoints: number,
): { best: BestKnownMatch; obstacle: null } | { best: null; obstacle: string } => {
  const known = runsOf(runs, problem)
  const best = bestOf(known)
  const obstacle = obstacleOf(known, best, mostBasisPoints)
  return best === null || obstacle !== null
    ? { best: null, obstacle: obstacle ?? '' }
    : { best, obstacle: null }
}
