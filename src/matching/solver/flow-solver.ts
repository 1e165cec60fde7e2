import { withFlows } from '../model/flows.ts'
import type { Program } from '../model/program.ts'
import { differsFrom, type SolveRequest, type SolveResult, type Solver } from './solve-request.ts'

/**
 * A solver for a part whose closed sets are too many to write down: it puts every question to the same part written
 * with flows, and answers in the part's own columns. One search answers each; what two neighbouring periods or blocks
 * have in common was dropped before (`dominated-periods.ts`).
 */
export const flowSolver = (solve: Solver, part: Program): { solve: Solver; work: number } => {
  const flowing = withFlows(part)
  const flows = flowing.columns.slice(part.columns.length)
  const wide = (of: ArrayLike<number> | undefined, rest: number): number[] | undefined =>
    of === undefined ? undefined : [...Array.from(of), ...flows.map(() => rest)]
  const answer = ({ objective, lower, upper, unlike, rows = [], ...request }: SolveRequest): SolveResult => {
    const found = solve({
      ...request,
      flows: true,
      program: { ...flowing, columns: [...request.program.columns, ...flows] },
      objective: wide(objective, 0),
      lower: wide(lower, 0),
      upper: wide(upper, 1),
      rows: unlike === undefined ? rows : [...rows, differsFrom(part, unlike)],
    })
    return { ...found, x: found.x?.slice(0, part.columns.length) ?? null }
  }
  return { solve: answer, work: flows.length }
}
