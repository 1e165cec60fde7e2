import { canonicalJson } from '@credit-market/values/canonical'
import {
  type PublishedMatchData,
  pseudonymiseProblem,
  type Pseudonyms,
  pseudonymiseSolution,
} from '#domain/match/instance'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { renameCoalitionValues } from '@credit-market/matching/coalition-values/stored-values'
import { hashProblem, sortProblem } from '@credit-market/matching/formats/problem'
import { sha256 } from '@credit-market/matching/formats/sha256'

/**
 * The coalition values of a solution under pseudonyms, with the batches of its parts in the order that these give; nothing for
 * a solution without values.
 */
const valuesUnder = (
  pseudonyms: Pseudonyms,
  { engine, coalitionValues }: MatchSolution,
): Partial<Pick<MatchSolution, 'engine' | 'coalitionValues'>> => {
  if (coalitionValues === undefined) return {}
  const { values, from } = renameCoalitionValues(coalitionValues, {
    winner: id => pseudonyms.party.get(id)!,
    project: id => pseudonyms.offer.get(id)!,
  })
  return { coalitionValues: values, engine: { ...engine, batches: from.map(at => engine.batches[at]!) } }
}

/** A problem and its solution under pseudonyms, in canonical order, each with its hash. */
export const pseudonymizeMatch = (
  pseudonyms: Pseudonyms,
  problem: MatchProblem,
  solution: MatchSolution,
): Pick<PublishedMatchData, 'problem' | 'problemHash' | 'solution' | 'solutionHash'> => {
  const problemIn = sortProblem(pseudonymiseProblem(pseudonyms, problem))
  const problemHash = hashProblem(problemIn)
  const solutionIn = {
    ...pseudonymiseSolution(pseudonyms, problem, problemHash, solution),
    ...valuesUnder(pseudonyms, solution),
  }
  return {
    problem: problemIn,
    problemHash,
    solution: solutionIn,
    solutionHash: sha256(canonicalJson(solutionIn)),
  }
}
