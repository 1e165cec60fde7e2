import { findConnectorCut } from '../model/connectors.ts'
import { countFlowVariables } from '../model/flows.ts'
import type { MarketProgram } from '../model/program.ts'
import { strengthenRelaxation } from '../model/strong.ts'
import { MatchCancelledError, TimeLimitError } from '../formats/errors.ts'
import { solveWithBranchAndBound } from './dense-program.ts'
import { MAX_NODES_BEFORE_TABLES } from './knapsack.ts'
import { differsFromChoiceRow, type Solver } from './solve-request.ts'
import { MAX_SEARCH_NODES } from './solver.ts'
import { createSpecialSolver, type SpecialSolver } from './special.ts'
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
  /** The solver for the form of the part, once a question was too hard to search for. */
  special: () => SpecialSolver | null
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
  if (work > 0) return { program, formulation: 'flows', solve: plain, work, special: () => null }
  const cut = findConnectorCut(part, MOST_CONNECTORS)
  const special = createSpecialSolver(program)
  const nodes = special === null ? MAX_SEARCH_NODES : MAX_NODES_BEFORE_TABLES
  let isHard = false
  const own = special === null ? plain : withSpecialSolver(plain, program, special, () => (isHard = true))
  const split = cut === null ? own : createConnectorSolver(own, part, cut, nodes)
  return {
    program,
    formulation: 'closedSets',
    solve: split,
    work,
    special: () => (isHard ? special : null),
  }
}

/** Answers plain questions of value by the solver for the form of a part, if a short search does not. */
const withSpecialSolver = (
  solve: Solver,
  { columns }: MarketProgram,
  { best }: SpecialSolver,
  onHard: () => void,
): Solver => {
  let isTooLarge = false
  return request => {
    const {
      program,
      objective,
      rows = [],
      held = [],
      unlike,
      relaxed,
      floor = -Infinity,
      cancelled,
    } = request
    const isPlain = objective === undefined && unlike === undefined && relaxed !== true
    const isOwn = program.columns.every(({ value }, at) => value === columns[at]!.value)
    if (isTooLarge || !isPlain || !isOwn || rows.length + held.length > 0) return solve(request)
    const quick = solveWithBranchAndBound(request, MAX_NODES_BEFORE_TABLES)
    if (quick.status !== 'stopped') return quick
    const end = Date.now() + (request.seconds ?? Infinity) * 1_000
    const found = best(
      request.lower ?? columns.map(() => 0),
      request.upper ?? columns.map(({ upper }) => upper),
      () => {
        if (cancelled?.() === true) throw new MatchCancelledError()
        if (Date.now() > end) throw new TimeLimitError()
      },
    )
    if (found === undefined) {
      isTooLarge = true
      return solve(request)
    }
    onHard()
    if (found === null || found.value <= floor)
      return { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }
    return { status: 'optimal', ...found, bound: found.value }
  }
}
