import type { Instant } from '@credit-market/values/dates'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { UnconfirmedItem } from './not-confirmed.ts'
import { gapPartOf, type BestKnownMatch, type UnfinishedMatch } from '../unfinished-match/unfinished-match.ts'
import type { StoredRow } from '../values/subject.ts'

/** One run of the engine for a round: the frozen problem and the solution. */
export interface MatchResult extends StoredRow {
  roundId: string
  problem: MatchProblem
  /** Offers and bids left out because no one confirmed them after the round was re-opened, or for a deposit. */
  unconfirmed: UnconfirmedItem[]
  /** SHA-256 of the canonical problem, set with the outcome. */
  problemHash: string | null
  solution: MatchSolution | null
  solutionHash: string | null
  /** Reason without a solution; null while running and when solved. */
  failure: string | null
  /** The best known match that this run prices among its winners; null in a run that looks for the best. */
  bestKnown: BestKnownMatch | null
  /** State of a match that ran out of time; null otherwise. */
  unfinished: UnfinishedMatch | null
  /** Instant at which the owners of the bids that make it hard were last asked about them. */
  ownersAskedAt: Instant | null
  startedAt: Instant
  finishedAt: Instant | null
}

/**
 * How far a match that is not proven may be below the best possible one, in millionths of that, rounded up; null if it is proven
 * or was made elsewhere.
 */
export const gapInMillionths = (solution: Pick<MatchSolution, 'surplus' | 'bestKnown'>): number | null => {
  const part = gapPartOf(solution)
  return part === null ? null : Math.ceil(part * 1e6)
}
