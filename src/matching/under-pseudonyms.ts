import { canonicalJson } from '#domain/canonical'
import { type Instance, problemUnder, type Pseudonyms, solutionUnder } from '#domain/instance'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { hashOf, inOrder } from './formats/problem.ts'
import { sha256 } from './formats/sha256.ts'

/** A problem and its solution under pseudonyms, in canonical order, each with its hash. */
export const underPseudonyms = (
  pseudonyms: Pseudonyms,
  problem: MatchProblem,
  solution: MatchSolution,
): Pick<Instance, 'problem' | 'problemHash' | 'solution' | 'solutionHash'> => {
  const problemIn = inOrder(problemUnder(pseudonyms, problem))
  const problemHash = hashOf(problemIn)
  const solutionIn = solutionUnder(pseudonyms, problem, problemHash, solution)
  return {
    problem: problemIn,
    problemHash,
    solution: solutionIn,
    solutionHash: sha256(canonicalJson(solutionIn)),
  }
}
