import type { Program, Row } from '../model/program.ts'

/**
 * One question to a solver: the best choice of columns, possibly with another aim, some columns fixed, and
 * more rows.
 */
export interface SolveRequest {
  program: Program
  /** Another aim than value; one number for each column. */
  objective?: readonly number[]
  lower?: ArrayLike<number>
  upper?: ArrayLike<number>
  rows?: readonly Row[]
  /** What an answer must at least reach. */
  held?: readonly Held[]
  /** The answer must differ from another in at least one of some whole columns. */
  unlike?: Unlike
  /** Value, in pence, at or below which nobody needs an answer: then there is none. */
  floor?: number
  /** Let every column be divided: the bound, not the answer. */
  relaxed?: boolean
  /** The program is written with flows, and large for what is to be decided in it. */
  flows?: boolean
  seconds?: number
  cancelled?: () => boolean
  /** Best value and bound so far, in the unit of the aim (pence when the aim is value). */
  onBound?: (best: number | null, bound: number | null) => void
}

/** A sum that must at least be reached, exactly: of weights, or of what is contracted where there are none. */
export interface Held {
  weights?: readonly number[]
  least: number
}

/** What is held as a row for a relaxation, which may take it for met by a little less. */
export const heldRows = (program: Program, held: readonly Held[] = []): Row[] =>
  held.map(({ weights, least }) => {
    const worth = weights ?? program.columns.map(({ value }) => value)
    const columns = worth.flatMap((weight, at) => (weight === 0 ? [] : [at]))
    return { columns, coefficients: columns.map(at => -worth[at]!), limit: -least, equal: false }
  })

/** A choice that is known, and the columns in which another may differ from it. */
export interface Unlike {
  x: ArrayLike<number>
  among: (column: number) => boolean
}

/** At least one of some whole columns must differ from a choice. */
export const differsFrom = ({ columns }: Program, { x, among }: Unlike): Row => {
  const open = columns.flatMap(({ whole }, at) => (whole && among(at) ? [at] : []))
  const taken = open.map(at => x[at]! > 0.5)
  return {
    columns: open,
    coefficients: taken.map(isTaken => (isTaken ? 1 : -1)),
    limit: taken.filter(isTaken => isTaken).length - 1,
    equal: false,
  }
}

/** What settled a question: our own branch and bound, or HiGHS. */
export type SolverName = 'branchAndBound' | 'highs'

/** What a solver says: proven best, impossible, or stopped on the way. */
export interface SolveResult {
  status: 'optimal' | 'infeasible' | 'stopped'
  x: Float64Array | null
  value: number
  bound: number
  /** Who says so; our own branch and bound unless it says otherwise. */
  solver?: SolverName
}

/** Something that answers: HiGHS for large questions, our own branch and bound for small ones. */
export type Solver = (request: SolveRequest) => SolveResult

/** What some of a market's columns can achieve by themselves, and which columns do. */
export interface Achieved {
  value: number
  chosen: number[]
}
