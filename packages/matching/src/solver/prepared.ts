import { findConnectorCut } from '../model/connectors.ts'
import { countFlowVariables } from '../model/flows.ts'
import type { MarketProgram } from '../model/program.ts'
import { strengthenRelaxation } from '../model/strong.ts'
import { differsFromChoiceRow, type Solver } from './solve-request.ts'
import { MAX_SEARCH_NODES } from './solver.ts'
import { createConnectorSolver } from './split-solver.ts'

/** With more connectors than this, deciding them first does not help. */
const MOST_CONNECTORS = 40

/** A part of a market with a tight relaxation, and the solver that suits its shape. */
export interface PreparedSubproblem {
  program: MarketProgram
  /** Form of the limits of supply: closed sets of needs, or flows if there are too many sets. */
  formulation: 'closedSets' | 'flows'
  solve: Solver
  /** Work of one question, in flows to search. */
  work: number
}

/** Prepares a part of a market for many questions. */
export const prepareSubproblem = (solve: Solver, part: MarketProgram): PreparedSubproblem => {
  const program = strengthenRelaxation(part, true)
  const plain: Solver = ({ unlike, ...request }) =>
    solve(
      unlike === undefined
        ? request
        : { ...request, rows: [...(request.rows ?? []), differsFromChoiceRow(program, unlike)] },
    )
  const work = countFlowVariables(part)
  if (work > 0) return { program, formulation: 'flows', solve: plain, work }
  const cut = findConnectorCut(part, MOST_CONNECTORS)
  const split = cut === null ? plain : createConnectorSolver(plain, part, cut, MAX_SEARCH_NODES)
  return { program, formulation: 'closedSets', solve: split, work }
}
