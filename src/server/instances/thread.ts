import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { SubmittedMatch, SubmittedMatchComparison } from '@credit-market/match-verifier/handed-in'
import { instanceWorkerFile } from '../process/places.ts'
import { runThread } from '../process/run-thread.ts'

/** Messages to the verifier's thread: derive the shares of a result by the rule, or judge a submitted match. */
export type VerifierRequest =
  | { what: 'shares'; problem: MatchProblem; solution: MatchSolution; seconds: number }
  | {
      what: 'judge'
      problem: MatchProblem
      solution: MatchSolution
      known: SubmittedMatch | null
      match: unknown
    }

/** Errors in a result or, if there are none, its shares by the rule, as far as they are exact. */
export interface SharesByRuleResult {
  findings: string[]
  shares: ReadonlyMap<string, number> | null
}

/** Errors in a submitted match, or else its figures and whether it is better than the best one submitted before. */
export type VerifiedSubmittedMatch =
  | { findings: string[]; match?: undefined }
  | { findings: []; match: SubmittedMatch; standing: SubmittedMatchComparison; isNews: boolean }

type AnswerTo<A extends VerifierRequest> = A extends { what: 'shares' }
  ? SharesByRuleResult
  : VerifiedSubmittedMatch

/** Runs the verifier in its own thread, which is stopped afterwards; null if it does not answer in time. */
export const runVerifierThread = <A extends VerifierRequest>(
  asked: A,
  milliseconds: number,
): Promise<AnswerTo<A> | null> => runThread<AnswerTo<A>>(instanceWorkerFile, asked, milliseconds)
