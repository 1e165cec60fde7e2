import { createHash } from 'node:crypto'
import type { Change } from '#actions/kit/changes'
import { canonicalJson } from '#domain/canonical'
import type { MatchResult } from '#domain/match-result'
import type { MatchSolution } from '#domain/match-solution'
import { hashOf } from '#matching/formats/problem'
import { verify } from '#matching/verify/verify'
import { invalid } from './runner/refusals.ts'

const MOST_FINDINGS = 20

type Patched = Partial<Pick<MatchResult, 'solution' | 'solutionHash'>>

/** The hash by which a solution is known. */
export const hashOfSolution = (solution: MatchSolution): string =>
  createHash('sha256').update(canonicalJson(solution)).digest('hex')

/**
 * Before a match that was made elsewhere is kept, the engine's verifier judges it from the problem alone, as it does
 * its own; with anything wrong in it nothing of it is kept. What is kept carries its hashes.
 */
export const verifyImported = (changes: readonly Change[]): Change[] =>
  changes.map(change => {
    const patch = change.change === 'update' && change.kind === 'matchResult' ? (change.patch as Patched) : {}
    if (change.change === 'update' && patch.solution && !patch.solutionHash)
      return { ...change, patch: { ...patch, solutionHash: hashOfSolution(patch.solution) } }
    if (change.change !== 'create' || change.kind !== 'matchResult') return change
    const row = change.row as Partial<MatchResult> & { id: string }
    if (!row.problem || !row.solution) return change
    const problemHash = hashOf(row.problem)
    const solution = { ...row.solution, problemHash }
    const findings = verify(row.problem, solution)
    if (findings.length > 0)
      throw invalid({ form: ['The match does not hold', ...findings.slice(0, MOST_FINDINGS)].join('\n') })
    return { ...change, row: { ...row, problemHash, solution, solutionHash: hashOfSolution(solution) } }
  })
