import { flowsIn, withFlows } from '../model/flows.ts'
import type { Program, Row } from '../model/program.ts'
import type { SolveRequest, SolveResult, Solver } from './solve-request.ts'

/** Parts written with flows, by their rows. */
const known = new WeakMap<readonly Row[], Program>()

const writtenWithFlows = (part: Program): Program => {
  const flowing = known.get(part.rows) ?? withFlows(part)
  known.set(part.rows, flowing)
  return { ...flowing, columns: [...part.columns, ...flowing.columns.slice(part.columns.length)] }
}

/**
 * A solver that sees open blocks written with flows, so that one search answers a question, and answers in the part's
 * own columns.
 */
export const byFlows =
  (solve: Solver): Solver =>
  (request: SolveRequest): SolveResult => {
    if (flowsIn(request.program) === 0) return solve(request)
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
