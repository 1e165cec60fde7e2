import { brokenRows } from '../model/open-blocks.ts'
import type { Program, Row } from '../model/program.ts'
import type { SolveRequest, SolveResult, Solver } from './solve-request.ts'

/** Gains smaller than this in the bound, in parts of it, are not worth another round of rows. */
const WORTHWHILE = 1e-5

/**
 * Rows of open blocks that the relaxation breaks, taken in round by round (Gomory 1958; the blocks' own rows
 * as cuts).
 */
const rootRows = (solve: Solver, request: SolveRequest): Row[] => {
  const rows: Row[] = []
  let bound = Infinity
  for (;;) {
    const { x, value } = solve({ ...request, rows: [...(request.rows ?? []), ...rows], relaxed: true })
    const broken = x === null ? [] : brokenRows(request.program, x)
    if (broken.length === 0 || bound - value < WORTHWHILE * Math.abs(value)) return [...rows, ...broken]
    rows.push(...broken)
    bound = value
  }
}

/**
 * A solver that takes in the rows of open blocks as choices break them: first those of the relaxation, then
 * those of every best choice, until the best choice breaks none. What one question teaches helps the next.
 */
export const openSolver = (solve: Solver, program: Program): Solver => {
  if ((program.blocks ?? []).length === 0) return solve
  const learnt: Row[] = []
  let begun = false
  return (request: SolveRequest): SolveResult => {
    if (!begun) learnt.push(...rootRows(solve, request))
    begun = true
    for (;;) {
      const answer = solve({ ...request, rows: [...(request.rows ?? []), ...learnt] })
      const broken = answer.x === null ? [] : brokenRows(program, answer.x)
      if (broken.length === 0) return answer
      learnt.push(...broken)
    }
  }
}
