import type { Highs } from 'highs'
import { OutOfTime } from '../formats/errors.ts'
import { solveWithBranchAndBound } from './dense-program.ts'
import { flowsIn } from '../model/flows.ts'
import { byFlows } from './by-flows.ts'
import { solveWithHighs } from './highs.ts'
import type { SolveRequest, Solver } from './solve-request.ts'
import { wholeAnswers } from './whole-answers.ts'
import { withoutFixed } from './without-fixed.ts'

/**
 * Up to this size our own branch and bound is the faster of the two, unless a question proves unusually
 * hard.
 */
const MOST_SMALL_COLUMNS = 250

/** Nodes that our own branch and bound may take before a question goes elsewhere. */
export const MOST_NODES = 50_000

/** Ends a search of our own when its time is over; it keeps nothing worth having. */
const inTime = ({ seconds = Infinity, cancelled }: SolveRequest): (() => boolean) => {
  const end = Date.now() + seconds * 1_000
  return () => {
    if (Date.now() > end) throw new OutOfTime()
    return cancelled?.() === true
  }
}

/**
 * Small questions are answered by our own branch and bound; large ones, those it does not settle, and parts with blocks
 * that are not written down, by HiGHS.
 */
export const solverOf = (solver: Highs): Solver => {
  const large = wholeAnswers(byFlows(request => solveWithHighs(solver, request)))
  return withoutFixed(request => {
    const isSmall = flowsIn(request.program) === 0 && request.program.columns.length <= MOST_SMALL_COLUMNS
    const cancelled = inTime(request)
    const quick = isSmall ? solveWithBranchAndBound({ ...request, cancelled }, MOST_NODES) : null
    if (quick !== null && quick.status !== 'stopped') return quick
    return { ...large(request), solver: 'highs' }
  })
}
