import type { MarketProgram, Row } from '../model/program.ts'

/**
 * One question to a solver: the best choice of columns, with optional other objective, fixed columns and additional
 * rows.
 */
export interface SolveRequest {
  program: MarketProgram
  /** Objective other than value; one number for each column. */
  objective?: readonly number[]
  lower?: ArrayLike<number>
  upper?: ArrayLike<number>
  rows?: readonly Row[]
  /** Sums that an answer must at least reach. */
  held?: readonly RequiredSum[]
  /** The answer must differ from another in at least one of some whole columns. */
  unlike?: DifferenceConstraint
  /** Value in pence; without an answer above it, the result is that there is none. */
  floor?: number
  /** Lets every column be divided: the result is a bound, not an answer. */
  relaxed?: boolean
  /** The program is written as flows, and large compared with what is to be decided in it. */
  flows?: boolean
  seconds?: number
  cancelled?: () => boolean
  /** Best value and bound so far, in the unit of the objective (pence for value). */
  onBound?: (best: number | null, bound: number | null) => void
}

/** A sum that must be reached exactly: of weights, or of contracted values if there are none. */
export interface RequiredSum {
  weights?: readonly number[]
  least: number
}

/** The held sums as rows of a relaxation, which tolerates a little less. */
export const requiredSumRows = (program: MarketProgram, held: readonly RequiredSum[] = []): Row[] =>
  held.map(({ weights, least }) => {
    const worth = weights ?? program.columns.map(({ value }) => value)
    const columns = worth.flatMap((weight, at) => (weight === 0 ? [] : [at]))
    return { columns, coefficients: columns.map(at => -worth[at]!), limit: -least, equal: false }
  })

/** A known choice, and the columns in which another may differ from it. */
export interface DifferenceConstraint {
  x: ArrayLike<number>
  among: (column: number) => boolean
}

/** Row by which at least one of some whole columns differs from a choice. */
export const differsFromChoiceRow = ({ columns }: MarketProgram, { x, among }: DifferenceConstraint): Row => {
  const open = columns.flatMap(({ whole }, at) => (whole && among(at) ? [at] : []))
  const taken = open.map(at => x[at]! > 0.5)
  return {
    columns: open,
    coefficients: taken.map(isTaken => (isTaken ? 1 : -1)),
    limit: taken.filter(isTaken => isTaken).length - 1,
    equal: false,
  }
}

/** The solver that settled a question: our own branch and bound, or HiGHS. */
export type SolverName = 'branchAndBound' | 'highs'

/** Answer of a solver: proven best, impossible, or stopped early. */
export interface SolveResult {
  status: 'optimal' | 'infeasible' | 'stopped'
  x: Float64Array | null
  value: number
  bound: number
  /** The solver that answered; our own branch and bound if missing. */
  solver?: SolverName
}

/** Answers questions: HiGHS large ones, our own branch and bound small ones. */
export type Solver = (request: SolveRequest) => SolveResult

/** Value that some of a market's columns can achieve by themselves, and the columns chosen. */
export interface AchievableValue {
  value: number
  chosen: number[]
}
