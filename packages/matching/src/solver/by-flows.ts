import { countFlowVariables, expandBlocksToFlows } from '../model/flows.ts'
import type { MarketProgram, Row } from '../model/program.ts'
import type { SolveRequest, SolveResult, Solver } from './solve-request.ts'

/** Parts written as flows, by their rows. */
const known = new WeakMap<readonly Row[], MarketProgram>()

const writtenWithFlows = (part: MarketProgram): MarketProgram => {
  const flowing = known.get(part.rows) ?? expandBlocksToFlows(part)
  known.set(part.rows, flowing)
  return { ...flowing, columns: [...part.columns, ...flowing.columns.slice(part.columns.length)] }
}

/** Wraps a solver so that it gets open blocks as flows, answers in one search, and returns the part's own columns. */
export const solveOpenBlocksAsFlows =
  (solve: Solver): Solver =>
  (request: SolveRequest): SolveResult => {
    if (countFlowVariables(request.program) === 0) return solve(request)
    const own = request.program.columns.length
    const program = writtenWithFlows(request.program)
    const wide = (of: ArrayLike<number> | undefined, rest: number): number[] | undefined =>
      of && program.columns.map((_, at) => (at < own ? of[at]! : rest))
    const found = solve({
      ...request,
      program,
      objective: wide(request.objective, 0),
      lower: wide(request.lower, 0),
      upper: wide(request.upper, 1),
      flows: true,
    })
    return { ...found, x: found.x?.slice(0, own) ?? null }
  }
