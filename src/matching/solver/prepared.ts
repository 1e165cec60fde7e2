import { cutOf } from '../model/connectors.ts'
import type { Program } from '../model/program.ts'
import { strengthened } from '../model/strong.ts'
import { openSolver } from './open-solver.ts'
import { differsFrom, type Solver } from './solve-request.ts'
import { MOST_NODES } from './solver.ts'
import { splitSolver } from './split-solver.ts'

/** More connectors than this, and deciding them first is no help. */
const MOST_CONNECTORS = 40

/** A part of a market with a tight relaxation, and the solver that suits its shape. */
export interface Prepared {
  program: Program
  solve: Solver
}

/** A part of a market made ready for many questions. */
export const prepared = (solve: Solver, part: Program): Prepared => {
  const program = strengthened(part, true)
  const plain: Solver = ({ unlike, ...request }) =>
    solve(
      unlike === undefined
        ? request
        : { ...request, rows: [...(request.rows ?? []), differsFrom(program, unlike)] },
    )
  if ((part.blocks ?? []).length > 0) return { program, solve: openSolver(plain, program) }
  const cut = cutOf(part, MOST_CONNECTORS)
  return { program, solve: cut === null ? plain : splitSolver(plain, part, cut, MOST_NODES) }
}
