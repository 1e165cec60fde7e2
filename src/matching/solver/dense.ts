import type { Row } from '../model/program.ts'
import type { DenseRow } from './broken-rows.ts'
import type { Judge } from './judge.ts'
import type { Standing } from './part-cuts.ts'

/** A choice that is won in parts. */
export interface Divided {
  column: number
  grains: readonly number[]
  /** What a part is worth less in its contract than in proportion. */
  lossOf: (x: number) => number
}

/** A small problem, dense: maximise the objective under rows, with some choices whole. */
export interface DenseProgram {
  objective: Float64Array
  lower: Float64Array
  upper: Float64Array
  whole: Uint8Array
  rows: DenseRow[]
  divided: readonly Divided[]
  /** One value is better than another by no less: a penny, a count, or what can be told of a sum of parts. */
  step: number
  /** Says what an answer comes to in whole numbers; none for a relaxation, which is worth what it is. */
  judge: Judge | null
  /** Rows that parts in whole ten-thousandths keep beside whole choices as they are in an answer. */
  partCuts: (standing: Standing) => Row[]
}
