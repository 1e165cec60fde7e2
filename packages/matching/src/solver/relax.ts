import { findViolatedFixedRows, type RowCheckBuffers } from './broken-rows.ts'
import type { DenseProgram, DivisibleVariable } from './dense.ts'
import { isProvenInfeasible, exactDualBound, type BoundBuffers } from './safe-bound.ts'
import { addTableauRow, variableValues, emptyTableau, optimiseTableau, type Tableau } from './simplex.ts'

/** State of a search that relaxations need. */
export interface RelaxationSearchState {
  dense: DenseProgram
  /** The least value worth finding. */
  wanted: number
  x: Float64Array
  scratch: RowCheckBuffers
  bounds: BoundBuffers
}

/** A node is closed (proven to contain no improvement), open with an upper bound, or lost to rounding. */
export type RelaxationResult = 'closed' | 'lost' | { most: number }

const MOST_NEW_ROWS = 12

/** Loss by rounding in the contracts of settled parts, which the relaxation ignores. */
const settledLoss = (divided: readonly DivisibleVariable[], t: Tableau): number => {
  let loss = 0
  for (const { column, lossOf } of divided)
    if (t.lower[column] === t.upper[column]) loss += lossOf(t.lower[column]!)
  return loss
}

/** Upper bound of a node, valid in exact arithmetic; leaves the reduced costs in its scratch memory. */
export const exactNodeBound = ({ dense, bounds }: RelaxationSearchState, t: Tableau): number =>
  exactDualBound(t, dense.objective, bounds) - settledLoss(dense.divided, t)

const relaxOnce = (search: RelaxationSearchState, t: Tableau): RelaxationResult => {
  const { dense, x, wanted } = search
  const enough = wanted + settledLoss(dense.divided, t)
  let limit = enough
  for (;;) {
    const ending = optimiseTableau(t, limit)
    if (ending === 'nowhere') return 'lost'
    if (typeof ending === 'object')
      return isProvenInfeasible(t, ending.unmet, search.bounds) ? 'closed' : 'lost'
    if (ending === 'below') {
      if (exactNodeBound(search, t) < wanted) return 'closed'
      limit = -Infinity
      continue
    }
    variableValues(t, x)
    const known = findViolatedFixedRows(dense.rows, x, search.scratch)
    const broken = known.length > 0 ? known : (dense.moreRows?.(x).map(row => ({ row })) ?? [])
    if (broken.length === 0) {
      const most = exactNodeBound(search, t)
      return most < wanted ? 'closed' : { most }
    }
    for (const { row } of broken.slice(0, MOST_NEW_ROWS)) addTableauRow(t, row, x)
  }
}

/**
 * Solves the relaxation of a node, adding rows only once they are broken. A node is closed only by a bound or an
 * infeasible row that holds in exact arithmetic; if rounding spoilt it, it is solved once more from the start.
 */
export const solveNodeRelaxation = (search: RelaxationSearchState, t: Tableau): RelaxationResult => {
  const relaxed = relaxOnce(search, t)
  if (relaxed !== 'lost') return relaxed
  Object.assign(t, emptyTableau(search.dense.objective, t.lower, t.upper))
  return relaxOnce(search, t)
}
