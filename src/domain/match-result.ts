import type { Instant } from './dates.ts'
import type { MatchProblem } from './match-problem.ts'
import type { MatchSolution } from './match-solution.ts'
import type { NotConfirmed } from './not-confirmed.ts'
import type { Stored } from './subject.ts'

/** One run of the engine for a round: the problem as it was frozen, and what came of it. */
export interface MatchResult extends Stored {
  roundId: string
  problem: MatchProblem
  /** What takes no part in it, since nobody confirmed it after the round was opened again. */
  unconfirmed: NotConfirmed[]
  /** SHA-256 of the canonical problem, set with the outcome. */
  problemHash: string | null
  solution: MatchSolution | null
  solutionHash: string | null
  /** Why there is no solution; null while running and when solved. */
  failure: string | null
  startedAt: Instant
  finishedAt: Instant | null
}
