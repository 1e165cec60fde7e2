import { createHash } from 'node:crypto'
import type { Change } from '#actions/kit/changes'
import { canonicalJson } from '@credit-market/values/canonical'
import type { MatchResult } from '#domain/match/match-result'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { hashProblem } from '@credit-market/matching/formats/problem'
import { findResultErrors } from '@credit-market/match-verifier/verify'
import { invalidAnswersError } from '../runner/refusals.ts'

const MOST_FINDINGS = 20

type Patched = Partial<Pick<MatchResult, 'solution' | 'solutionHash'>>

/** The hash that identifies a solution. */
export const hashSolution = (solution: MatchSolution): string =>
  createHash('sha256').update(canonicalJson(solution)).digest('hex')

/**
 * Verifies an imported match from the problem alone before it is stored, as the engine verifies its own. If it has
 * any error, nothing is stored. Stored matches carry their hashes.
 */
export const verifyImportedMatch = (changes: readonly Change[]): Change[] =>
  changes.map(change => {
    const patch = change.change === 'update' && change.kind === 'matchResult' ? (change.patch as Patched) : {}
    if (change.change === 'update' && patch.solution && !patch.solutionHash)
      return { ...change, patch: { ...patch, solutionHash: hashSolution(patch.solution) } }
    if (change.change !== 'create' || change.kind !== 'matchResult') return change
    const row = change.row as Partial<MatchResult> & { id: string }
    if (!row.problem || !row.solution) return change
    const problemHash = hashProblem(row.problem)
    const solution = { ...row.solution, problemHash }
    const findings = findResultErrors(row.problem, solution)
    if (findings.length > 0)
      throw invalidAnswersError({
        form: ['The match is not valid', ...findings.slice(0, MOST_FINDINGS)].join('\n'),
      })
    return { ...change, row: { ...row, problemHash, solution, solutionHash: hashSolution(solution) } }
  })
