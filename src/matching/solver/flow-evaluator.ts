import { flowsIn } from '../model/flows.ts'
import type { Program } from '../model/program.ts'
import { strengthened } from '../model/strong.ts'
import { byFlows } from './by-flows.ts'
import { loadedHighs, solveWithHighs } from './highs.ts'
import type { Achieved } from './solve-request.ts'
import { wholeAnswers } from './whole-answers.ts'
import { withoutFixed } from './without-fixed.ts'

/** Is a part too large for our own evaluator, because some of its blocks are still open? */
export const isOpen = (program: Program): boolean => flowsIn(program) > 0

/**
 * What any set of columns of a part with open blocks is worth by itself, or null where that is no more than a value
 * already reached. Every question is a search by HiGHS, which must be loaded; so no answer depends on another.
 */
export const flowEvaluator = (program: Program, pulse: () => void) => {
  const part = strengthened(program, true)
  const highs = loadedHighs()
  const solve = withoutFixed(wholeAnswers(byFlows(request => solveWithHighs(highs, request))))
  const cancelled = (): boolean => {
    pulse()
    return false
  }
  return (present: Uint8Array, reached: number, used?: Uint8Array): Achieved | null => {
    pulse()
    const upper = part.columns.map((column, at) => (present[at] ? column.upper : 0))
    const lower = part.columns.map((_, at) => (present[at] && used?.[at] === 1 ? 1 : 0))
    const { x, value } = solve({ program: part, lower, upper, floor: reached, cancelled })
    if (x === null || value <= reached) return null
    return { value, chosen: [...x.keys()].filter(column => x[column]! > 0) }
  }
}
