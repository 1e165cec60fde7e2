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
  /** The answer must differ from another in at least one of some whole columns. */
  unlike?: Unlike
  /** Value, in pence, at or below which nobody needs an answer: then there is none. */
  floor?: number
  /** Let every column be divided: the bound, not the answer. */
  relaxed?: boolean
  seconds?: number
  cancelled?: () => boolean
  /** Best value and bound so far, in the unit of the aim (pence when the aim is value). */
  onBound?: (best: number | null, bound: number | null) => void
}

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

/** What a solver says: proven best, impossible, or stopped on the way. */
export interface SolveResult {
  status: 'optimal' | 'infeasible' | 'stopped'
  x: Float64Array | null
  value: number
  bound: number
}

/** Something that answers: HiGHS for large questions, our own branch and bound for small ones. */
export type Solver = (request: SolveRequest) => SolveResult
