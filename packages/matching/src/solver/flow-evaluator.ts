import { countFlowVariables } from '../model/flows.ts'
import type { MarketProgram } from '../model/program.ts'
import { strengthenRelaxation } from '../model/strong.ts'
import { solveOpenBlocksAsFlows } from './by-flows.ts'
import { getLoadedHighs, solveWithHighs } from './highs.ts'
import type { AchievableValue } from './solve-request.ts'
import { withExactAnswers } from './whole-answers.ts'
import { withFixedColumnsRemoved } from './without-fixed.ts'

/** True if a part is too large for our own evaluator, because some of its blocks are still open. */
export const hasUnexpandedBlocks = (program: MarketProgram): boolean => countFlowVariables(program) > 0

/**
 * Returns a function that values any set of columns of a part with open blocks, or returns null if the value does not
 * exceed one already reached. HiGHS, which must be loaded, searches for each question and learns nothing, so no
 * answer depends on another.
 */
export const createFlowCoalitionEvaluator = (program: MarketProgram, pulse: () => void) => {
  const part = strengthenRelaxation(program, true)
  const highs = getLoadedHighs()
  const solve = withFixedColumnsRemoved(
    withExactAnswers(solveOpenBlocksAsFlows(request => solveWithHighs(highs, request))),
  )
  const cancelled = (): boolean => {
    pulse()
    return false
  }
  return (present: Uint8Array, reached: number, used?: Uint8Array): AchievableValue | null => {
    pulse()
    const upper = part.columns.map((column, at) => (present[at] ? column.upper : 0))
    const lower = part.columns.map((_, at) => (present[at] && used?.[at] === 1 ? 1 : 0))
    // A floor switches off the heuristics, so one that is no help would only cost them.
    const floor = reached > 0 ? reached : undefined
    const { x, value } = solve({ program: part, lower, upper, floor, cancelled })
    if (x === null || value <= reached) return null
    return { value, chosen: [...x.keys()].filter(column => x[column]! > 0) }
  }
}
