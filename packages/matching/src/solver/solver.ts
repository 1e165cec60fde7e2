import type { Highs } from 'highs'
import { TimeLimitError } from '../formats/errors.ts'
import { solveWithBranchAndBound } from './dense-program.ts'
import { countFlowVariables } from '../model/flows.ts'
import { solveOpenBlocksAsFlows } from './by-flows.ts'
import { solveWithHighs } from './highs.ts'
import type { SolveRequest, Solver } from './solve-request.ts'
import { withExactAnswers } from './whole-answers.ts'
import { withFixedColumnsRemoved } from './without-fixed.ts'

/** Up to this many columns our own branch and bound is the faster of the two, unless a question is unusually hard. */
const MOST_SMALL_COLUMNS = 250

/** Limit of nodes of our own branch and bound, after which HiGHS takes the question. */
export const MAX_SEARCH_NODES = 50_000

/** Returns a function that is true once the time is over or the search is cancelled. */
const inTime = ({ seconds = Infinity, cancelled }: SolveRequest): (() => boolean) => {
  const end = Date.now() + seconds * 1_000
  return () => {
    if (Date.now() > end) throw new TimeLimitError()
    return cancelled?.() === true
  }
}

/**
 * Our own branch and bound answers small questions. HiGHS answers large ones, those that it could not settle, and parts
 * with blocks that have too many rows to list.
 */
export const createSolver = (solver: Highs): Solver => {
  const large = withExactAnswers(solveOpenBlocksAsFlows(request => solveWithHighs(solver, request)))
  return withFixedColumnsRemoved(request => {
    const isSmall =
      countFlowVariables(request.program) === 0 && request.program.columns.length <= MOST_SMALL_COLUMNS
    const cancelled = inTime(request)
    const quick = isSmall ? solveWithBranchAndBound({ ...request, cancelled }, MAX_SEARCH_NODES) : null
    if (quick !== null && quick.status !== 'stopped') return quick
    return { ...large(request), solver: 'highs' }
  })
}
