import { cutOf } from '../model/connectors.ts'
import { flowsIn } from '../model/flows.ts'
import type { Program } from '../model/program.ts'
import { strengthened } from '../model/strong.ts'
import { differsFrom, type Solver } from './solve-request.ts'
import { MOST_NODES } from './solver.ts'
import { splitSolver } from './split-solver.ts'

/** More connectors than this, and deciding them first is no help. */
const MOST_CONNECTORS = 40

/** A part of a market with a tight relaxation, and the solver that suits its shape. */
export interface Prepared {
  program: Program
  /** How it says what supplies can carry: by closed sets of needs, or by flows where those are too many. */
  formulation: 'closedSets' | 'flows'
  solve: Solver
  /** How much work a question is, in flows to be searched. */
  work: number
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
  const work = flowsIn(part)
  if (work > 0) return { program, formulation: 'flows', solve: plain, work }
  const cut = cutOf(part, MOST_CONNECTORS)
  const split = cut === null ? plain : splitSolver(plain, part, cut, MOST_NODES)
  return { program, formulation: 'closedSets', solve: split, work }
}
