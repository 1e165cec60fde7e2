import type { Row } from '../model/program.ts'
import type { DenseRow } from './broken-rows.ts'
import type { InterchangeableChoices } from './interchangeable.ts'
import type { FeasibilityChecker } from './judge.ts'
import type { DivisibleVariableBounds } from './part-cuts.ts'

/** A choice that can be won in part. */
export interface DivisibleVariable {
  column: number
  grains: readonly number[]
  /** Value that the contract for a part loses compared with the proportional value. */
  lossOf: (x: number) => number
}

/** A small dense problem: maximise the objective under rows, with some choices whole. */
export interface DenseProgram {
  objective: Float64Array
  lower: Float64Array
  upper: Float64Array
  whole: Uint8Array
  rows: DenseRow[]
  divided: readonly DivisibleVariable[]
  /** Smallest improvement of a value: a penny, a count, or the precision of a sum of parts. */
  step: number
  /** Calculates the value of an answer in whole numbers; null for a relaxation, whose value counts as it is. */
  judge: FeasibilityChecker | null
  /** Rows that parts in whole ten-thousandths must meet, given the whole choices of an answer. */
  partCuts: (standing: DivisibleVariableBounds) => Row[]
  /** Rows of open blocks that a relaxation breaks and `rows` does not contain. */
  moreRows?: ((x: Float64Array) => DenseRow[]) | undefined
  /** Choices that may be exchanged with each other; see `interchangeableChoices`. */
  alike: InterchangeableChoices
}
