import { brokenRows, type Scratch } from './broken-rows.ts'
import type { DenseProgram, Divided } from './dense.ts'
import { isProvenEmpty, safeBound, type BoundScratch } from './safe-bound.ts'
import { addRow, choices, emptyTableau, optimise, type Tableau } from './simplex.ts'

/** What relaxing needs to know of a search. */
export interface Relaxing {
  dense: DenseProgram
  /** The least value worth finding. */
  wanted: number
  x: Float64Array
  scratch: Scratch
  bounds: BoundScratch
}

/** A node is closed, proven to hold nothing wanted; open, with the most it can be worth; or lost to rounding. */
export type Relaxed = 'closed' | 'lost' | { most: number }

const MOST_NEW_ROWS = 12

/** What the contracts of parts that are settled come to less than the relaxation takes them for. */
const settledLoss = (divided: readonly Divided[], t: Tableau): number => {
  let loss = 0
  for (const { column, lossOf } of divided)
    if (t.lower[column] === t.upper[column]) loss += lossOf(t.lower[column]!)
  return loss
}

/** The most that a node can be worth, in exact arithmetic; leaves what each choice brings in its scratch space. */
export const mostOf = ({ dense, bounds }: Relaxing, t: Tableau): number =>
  safeBound(t, dense.objective, bounds) - settledLoss(dense.divided, t)

const relaxOnce = (search: Relaxing, t: Tableau): Relaxed => {
  const { dense, x, wanted } = search
  const enough = wanted + settledLoss(dense.divided, t)
  let limit = enough
  for (;;) {
    const ending = optimise(t, limit)
    if (ending === 'nowhere') return 'lost'
    if (typeof ending === 'object') return isProvenEmpty(t, ending.unmet, search.bounds) ? 'closed' : 'lost'
    if (ending === 'below') {
      if (mostOf(search, t) < wanted) return 'closed'
      limit = -Infinity
      continue
    }
    choices(t, x)
    const broken = brokenRows(dense.rows, x, search.scratch)
    if (broken.length === 0) {
      const most = mostOf(search, t)
      return most < wanted ? 'closed' : { most }
    }
    for (const { row } of broken.slice(0, MOST_NEW_ROWS)) addRow(t, row, x)
  }
}

/**
 * Solves the relaxation of a node, taking in rows only once they are broken. A node is closed only by a bound, or a row
 * that cannot be met, that holds in exact arithmetic; what rounding has spoilt is worked out once more from the beginning.
 */
export const relax = (search: Relaxing, t: Tableau): Relaxed => {
  const relaxed = relaxOnce(search, t)
  if (relaxed !== 'lost') return relaxed
  Object.assign(t, emptyTableau(search.dense.objective, t.lower, t.upper))
  return relaxOnce(search, t)
}
