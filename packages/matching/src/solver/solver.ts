import type { Highs } from 'highs'
import { MatchCancelledError, TimeLimitError } from '../formats/errors.ts'
import { solveWithBranchAndBound } from './dense-program.ts'
import { countFlowVariables } from '../model/flows.ts'
import { solveOpenBlocksAsFlows } from './by-flows.ts'
import { solveWithHighs } from './highs.ts'
import { createOpenBlockSearch, MOST_OPEN_COLUMNS } from './prepared-search.ts'
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

/** HiGHS with exact answers; it gets blocks that have too many rows to list as flows. */
export const createHighsSolver = (solver: Highs): Solver =>
  withExactAnswers(solveOpenBlocksAsFlows(request => solveWithHighs(solver, request)))

/** Limit of nodes of a question to a part with open blocks, after which HiGHS takes it. */
const MOST_NODES_OF_VALUE = 5_000

/**
 * Our own branch and bound answers small questions, also those of value to parts with blocks that have too many rows to
 * list. HiGHS answers large ones, and those that it could not settle.
 */
export const createSolver = (solver: Highs): Solver => {
  const open = createOpenBlockSearch(MOST_OPEN_COLUMNS, MOST_NODES_OF_VALUE)
  const large = createHighsSolver(solver)
  return withFixedColumnsRemoved(request => {
    const isSmall =
      countFlowVariables(request.program) === 0 && request.program.columns.length <= MOST_SMALL_COLUMNS
    const cancelled = inTime(request)
    const quick = isSmall
      ? solveWithBranchAndBound({ ...request, cancelled }, MAX_SEARCH_NODES)
      : open(request, () => {
          if (cancelled()) throw new MatchCancelledError()
        })
    if (quick !== null && quick.status !== 'stopped') return quick
    return { ...large(request), solver: 'highs' }
  })
}
