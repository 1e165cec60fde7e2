import { findViolatedBlockRows } from '../model/open-blocks.ts'
import type { MarketProgram, Row } from '../model/program.ts'
import {
  createPlainDenseRow,
  createRowCheckBuffers,
  findViolatedDenseRows,
  keepTightestStrongRows,
  type DenseRow,
} from './broken-rows.ts'
import { findRoundableRows, type RoundableRow } from './part-cuts.ts'
import { findMixedRoundingCut, mayBeRounded } from './rounding-cuts.ts'

/** Rounds of rounding cuts for a whole part, and for each question. */
const MOST_ROUNDS = 60
const MOST_ROUNDS_OF_QUESTION = 12
const MOST_CUTS_AT_ONCE = 40

/** Rows found for a question: those of closed sets, in both forms, those of them that limit parts, and rounding cuts. */
interface FoundRows {
  rows: Row[]
  limiting: RoundableRow[]
  sets: DenseRow[]
  cuts: DenseRow[]
}

const nothingFound = (): FoundRows => ({ rows: [], limiting: [], sets: [], cuts: [] })

/**
 * Rows of the open blocks of a part, found as relaxations break them: conditions of closed sets (minimum cuts in the
 * flow of a block; Gale 1957), and rounding cuts of these. All hold for every set of columns, so those found for the
 * whole part serve every question; `keep` ends that, and afterwards each question has its own until `next`. `pulse` is
 * called for every relaxation.
 */
export const createOpenBlockRows = (
  program: MarketProgram,
  toDense: (row: Row) => DenseRow,
  pulse: () => void,
) => {
  const width = program.columns.length
  const scratch = createRowCheckBuffers(width)
  const common: Row[] = program.rows.filter(mayBeRounded)
  let own = nothingFound()
  let rounds = MOST_ROUNDS
  const next = (): void => {
    own = nothingFound()
    rounds = MOST_ROUNDS_OF_QUESTION
  }
  const isBroken = (row: DenseRow, x: Float64Array): boolean =>
    findViolatedDenseRows([row], x, scratch).length > 0
  const rounding = (x: Float64Array): DenseRow[] => {
    if (rounds === 0) return []
    const cuts = [...common, ...own.rows]
      .flatMap(row => findMixedRoundingCut(program, row, x) ?? [])
      .toSorted((a, b) => b.by - a.by)
      .slice(0, MOST_CUTS_AT_ONCE)
      .map(({ row }) => createPlainDenseRow(width, row))
      .filter(row => isBroken(row, x))
    rounds = cuts.length === 0 ? 0 : rounds - 1
    own.cuts.push(...cuts)
    return cuts
  }
  return {
    moreRows: (x: Float64Array): DenseRow[] => {
      pulse()
      const again = findViolatedDenseRows([...own.sets, ...own.cuts], x, scratch).map(({ row }) => row)
      if (again.length > 0) return again
      const broken = findViolatedBlockRows(program, x)
        .map(row => ({ row, dense: toDense(row) }))
        .filter(({ dense }) => isBroken(dense, x))
      const rows = broken.map(({ row }) => row)
      own.rows.push(...rows)
      own.limiting.push(...findRoundableRows(program, rows))
      own.sets.push(...broken.map(({ dense }) => dense))
      return broken.length > 0 ? broken.map(({ dense }) => dense) : rounding(x)
    },
    /** The rows that limit parts and were found for the present question. */
    limitingParts: (): readonly RoundableRow[] => own.limiting,
    /** Keeps what was found for all questions; returns the rows of the part with these. */
    keep: (rows: readonly DenseRow[]): DenseRow[] => {
      const all = [...keepTightestStrongRows([...rows, ...own.sets]), ...own.cuts]
      common.push(...own.rows)
      next()
      return all
    },
    next,
  }
}
