import type { Instant } from '@credit-market/values/dates'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { UnconfirmedItem } from './not-confirmed.ts'
import type { StoredRow } from '../values/subject.ts'

/** One run of the engine for a round: the frozen problem and the solution. */
export interface MatchResult extends StoredRow {
  roundId: string
  problem: MatchProblem
  /** Offers and bids left out because no one confirmed them after the round was re-opened. */
  unconfirmed: UnconfirmedItem[]
  /** SHA-256 of the canonical problem, set with the outcome. */
  problemHash: string | null
  solution: MatchSolution | null
  solutionHash: string | null
  /** Reason without a solution; null while running and when solved. */
  failure: string | null
  startedAt: Instant
  finishedAt: Instant | null
}
