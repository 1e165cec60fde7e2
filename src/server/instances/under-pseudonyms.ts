import { canonicalJson } from '@credit-market/values/canonical'
import {
  type PublishedMatchData,
  pseudonymiseProblem,
  type Pseudonyms,
  pseudonymiseSolution,
} from '#domain/match/instance'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { hashProblem, sortProblem } from '@credit-market/matching/formats/problem'
import { sha256 } from '@credit-market/matching/formats/sha256'

/** A problem and its solution under pseudonyms, in canonical order, each with its hash. */
export const pseudonymizeMatch = (
  pseudonyms: Pseudonyms,
  problem: MatchProblem,
  solution: MatchSolution,
): Pick<PublishedMatchData, 'problem' | 'problemHash' | 'solution' | 'solutionHash'> => {
  const problemIn = sortProblem(pseudonymiseProblem(pseudonyms, problem))
  const problemHash = hashProblem(problemIn)
  const solutionIn = pseudonymiseSolution(pseudonyms, problem, problemHash, solution)
  return {
    problem: problemIn,
    problemHash,
    solution: solutionIn,
    solutionHash: sha256(canonicalJson(solutionIn)),
  }
}
