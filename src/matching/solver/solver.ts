import type { Highs } from 'highs'
import { solveWithBranchAndBound } from './dense-program.ts'
import { solveWithHighs } from './highs.ts'
import type { Solver } from './solve-request.ts'
import { wholeAnswers } from './whole-answers.ts'

/**
 * Up to this size our own branch and bound is the faster of the two, unless a question proves unusually
 * hard.
 */
const MOST_SMALL_COLUMNS = 250

/** Nodes that our own branch and bound may take before a question goes elsewhere. */
export const MOST_NODES = 50_000

/** Small questions are answered by our own branch and bound, large ones and those it does not settle by HiGHS. */
export const solverOf = (solver: Highs): Solver => {
  const large = wholeAnswers(request => solveWithHighs(solver, request))
  return request => {
    const quick =
      request.program.columns.length <= MOST_SMALL_COLUMNS
        ? solveWithBranchAndBound(request, MOST_NODES)
        : null
    return quick === null || quick.status === 'stopped' ? large(request) : quick
  }
}
