import type { Program, Row } from './program.ts'

/**
 * One question to a solver: the best choice of columns, possibly with another aim, some columns fixed, and
 * more rows.
 */
export interface Ask {
  program: Program
  /** Another aim than value; one number for each column. */
  objective?: readonly number[]
  lower?: ArrayLike<number>
  upper?: ArrayLike<number>
  rows?: readonly Row[]
  /** Value, in pence, at or below which nobody needs an answer: then there is none. */
  floor?: number
  /** Let every column be divided: the bound, not the answer. */
  relaxed?: boolean
  seconds?: number
  cancelled?: () => boolean
  /** Best value and bound so far, in the unit of the aim (pence when the aim is value). */
  onBound?: (best: number | null, bound: number | null) => void
}

/** What a solver says: proven best, impossible, or stopped on the way. */
export interface Answer {
  status: 'optimal' | 'infeasible' | 'stopped'
  x: Float64Array | null
  value: number
  bound: number
}

/** Something that answers: HiGHS for large questions, our own branch and bound for small ones. */
export type Solver = (ask: Ask) => Answer
