import type { Row } from '../model/program.ts'

/** Violation above which a row counts as broken, beyond floating-point noise. */
const VIOLATED = 1e-7

/** Supplies taken in full that exceed a need by this factor serve it, whatever rounding did to their sum. */
const ENOUGH = 1 + 1e-9

/** One row, scaled so that its largest coefficient is 1. */
export interface DenseRow {
  coefficients: Float64Array
  /** The columns of the row, those with negative coefficients first. */
  at: Int32Array
  weights: Float64Array
  supplies: number
  limit: number
  equal: boolean
  /** Balances whole supplies against needs: then every need has its own strong row, made once it is broken. */
  balance: boolean
  strong: Map<number, DenseRow>
  /** Needs whose strong row does not follow from that of another row, as indices into `at`. */
  needs: Int32Array
  /** The greatest weight of these; 0 if there are none. */
  largestNeed: number
}

const NO_NEEDS = new Int32Array(0)

/** Makes a dense row from unscaled coefficients, which are scaled in place. */
export const createDenseRow = (
  coefficients: Float64Array,
  limit: number,
  equal: boolean,
  balance: boolean,
): DenseRow => {
  const touched = [...coefficients.keys()].filter(column => coefficients[column] !== 0)
  const most = touched.reduce((sum, column) => Math.max(sum, Math.abs(coefficients[column]!)), 1e-12)
  for (const column of touched) coefficients[column] = coefficients[column]! / most
  const supplying = touched.filter(column => coefficients[column]! < 0)
  const needing = touched.filter(column => coefficients[column]! > 0)
  const at = Int32Array.from([...supplying, ...needing])
  return {
    coefficients,
    at,
    weights: Float64Array.from(at, column => coefficients[column]!),
    supplies: supplying.length,
    limit: limit / most,
    equal,
    balance,
    strong: new Map(),
    needs: balance ? Int32Array.from(needing, (_, need) => supplying.length + need) : NO_NEEDS,
    largestNeed: balance ? Math.max(0, ...needing.map(column => coefficients[column]!)) : 0,
  }
}

const NO_ROWS = new Map<number, DenseRow>()

/** Makes a dense row from a row that has no strong rows and names each column once. */
export const createPlainDenseRow = (
  width: number,
  { columns, coefficients, limit, equal }: Row,
): DenseRow => {
  let most = 1e-12
  for (const one of coefficients) most = Math.max(most, Math.abs(one))
  const dense = new Float64Array(width)
  const at = new Int32Array(columns.length)
  const weights = new Float64Array(columns.length)
  for (let k = 0; k < columns.length; k += 1) {
    const [column, weight] = [columns[k]!, coefficients[k]! / most]
    at[k] = column
    weights[k] = weight
    dense[column] = weight
  }
  return {
    ...{ coefficients: dense, at, weights },
    supplies: 0,
    limit: limit / most,
    equal,
    balance: false,
    strong: NO_ROWS,
    needs: NO_NEEDS,
    largestNeed: 0,
  }
}

/** True if the strong row of a need in one row follows from that in another. */
const follows = (row: DenseRow, from: DenseRow, need: number): boolean => {
  const amount = row.coefficients[need]!
  const other = from.coefficients[need]!
  for (let k = 0; k < from.supplies; k += 1) {
    const brought = Math.min(1, -from.weights[k]! / other)
    if (brought > Math.min(1, -row.coefficients[from.at[k]!]! / amount) + 1e-12) return false
  }
  return true
}

/** Keeps each strong row only in the row where it is tightest. */
export const keepTightestStrongRows = (rows: readonly DenseRow[]): DenseRow[] =>
  rows.map((row, index) => {
    const needs = row.needs.filter(k => {
      const need = row.at[k]!
      return !rows.some(
        (from, other) =>
          other !== index &&
          from.balance &&
          from.coefficients[need]! > 0 &&
          follows(row, from, need) &&
          (other < index || !follows(from, row, need)),
      )
    })
    return { ...row, needs, largestNeed: Math.max(0, ...needs.map(k => row.weights[k]!)) }
  })

const strongRow = ({ coefficients, at, strong }: DenseRow, need: number): DenseRow => {
  const known = strong.get(need)
  if (known !== undefined) return known
  const row = new Float64Array(coefficients.length)
  for (const column of at)
    if (coefficients[column]! < 0) row[column] = Math.max(-1, coefficients[column]! / coefficients[need]!)
  row[need] = 1
  const made = createDenseRow(row, 0, false, false)
  strong.set(need, made)
  return made
}

/** A row that a choice breaks, and by how much. */
export interface ViolatedRow {
  row: DenseRow
  by: number
}

/** Reusable memory to split a row, so that checking allocates nothing. */
export interface RowCheckBuffers {
  amounts: Float64Array
  parts: Float64Array
}

/** Scratch memory for rows over this many columns. */
export const createRowCheckBuffers = (columns: number): RowCheckBuffers => ({
  amounts: new Float64Array(columns),
  parts: new Float64Array(columns),
})

/** Adds the strong rows of one row that a choice breaks. `by` says by how much the choice breaks the row itself. */
const addBrokenStrongRows = (
  row: DenseRow,
  by: number,
  { x, scratch, broken }: { x: Float64Array; scratch: RowCheckBuffers; broken: ViolatedRow[] },
): void => {
  const { at, weights, needs } = row
  const { amounts, parts } = scratch
  let asked = 0
  while (asked < needs.length && x[at[needs[asked]!]!]! <= VIOLATED) asked += 1
  if (asked === needs.length) return
  let brought = 0
  let inFull = 0
  let partly = false
  for (let k = 0; k < row.supplies; k += 1) {
    const part = x[at[k]!]!
    if (part === 0) continue
    amounts[brought] = -weights[k]!
    parts[brought] = part
    brought += 1
    if (part === 1) inFull -= weights[k]!
    if (part < 1 - VIOLATED) partly = true
  }
  // Whole supplies that are enough for the row are enough for every need in it.
  if ((!partly && by <= VIOLATED) || row.largestNeed * ENOUGH <= inFull) return
  for (; asked < needs.length; asked += 1) {
    const need = needs[asked]!
    let short = x[at[need]!]!
    if (short <= VIOLATED || weights[need]! * ENOUGH <= inFull) continue
    const each = 1 / weights[need]!
    for (let supply = 0; supply < brought && short > VIOLATED; supply += 1)
      short -= Math.min(1, amounts[supply]! * each) * parts[supply]!
    if (short > VIOLATED) broken.push({ row: strongRow(row, at[need]!), by: short })
  }
}

/** Rows by columns: most parts of a choice are 0, and only the columns of the others are added up. */
interface RowsByColumn {
  limits: Float64Array
  /** Where the entries of each column begin, and where the last end. */
  starts: Int32Array
  /** Row and weight of each entry. */
  rows: Int32Array
  weights: Float64Array
  sums: Float64Array
}

const groupByColumn = (rows: readonly DenseRow[], columns: number): RowsByColumn => {
  const starts = new Int32Array(columns + 1)
  for (const { at } of rows) for (const column of at) starts[column + 1] = starts[column + 1]! + 1
  for (let column = 0; column < columns; column += 1)
    starts[column + 1] = starts[column + 1]! + starts[column]!
  const next = starts.slice()
  const [rowOf, weights] = [new Int32Array(starts[columns]!), new Float64Array(starts[columns]!)]
  rows.forEach((row, index) => {
    row.at.forEach((column, k) => {
      const place = next[column]!
      next[column] = place + 1
      rowOf[place] = index
      weights[place] = row.weights[k]!
    })
  })
  const limits = Float64Array.from(rows, ({ limit }) => -limit)
  return { limits, starts, rows: rowOf, weights, sums: new Float64Array(rows.length) }
}

const grouped = new WeakMap<readonly DenseRow[], RowsByColumn>()

/** Sums of rows for a choice, less their limits. */
const excesses = (byColumn: RowsByColumn, x: Float64Array): Float64Array => {
  const { limits, starts, rows, weights, sums } = byColumn
  sums.set(limits)
  for (let column = 0; column < x.length; column += 1) {
    const part = x[column]!
    if (part === 0) continue
    const end = starts[column + 1]!
    for (let k = starts[column]!; k < end; k += 1) {
      const row = rows[k]!
      sums[row] = sums[row]! + weights[k]! * part
    }
  }
  return sums
}

const excess = ({ at, weights, limit, supplies, equal }: DenseRow, x: Float64Array): number => {
  let sum = -limit
  for (let k = supplies; k < at.length; k += 1) sum += weights[k]! * x[at[k]!]!
  // Supplies only lower the sum.
  if (sum <= 0 && !equal) return sum
  for (let k = 0; k < supplies; k += 1) sum += weights[k]! * x[at[k]!]!
  return sum
}

const listBroken = (
  rows: readonly DenseRow[],
  x: Float64Array,
  scratch: RowCheckBuffers,
  sumOf: (index: number) => number,
): ViolatedRow[] => {
  const broken: ViolatedRow[] = []
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]!
    const sum = sumOf(index)
    const by = row.equal ? Math.abs(sum) : sum
    if (by > VIOLATED) broken.push({ row, by })
    if (row.needs.length > 0) addBrokenStrongRows(row, by, { x, scratch, broken })
  }
  return broken.length > 1 ? broken.toSorted((a, b) => b.by - a.by) : broken
}

/**
 * Rows and strong rows that a choice breaks. A strong row: the part that a need wins is at most the part that its
 * supplies can bring.
 */
export const findViolatedDenseRows = (
  rows: readonly DenseRow[],
  x: Float64Array,
  scratch: RowCheckBuffers,
): ViolatedRow[] => listBroken(rows, x, scratch, index => excess(rows[index]!, x))

/** As `findViolatedDenseRows`, for rows that never change and are asked about very many choices. */
export const findViolatedFixedRows = (
  rows: readonly DenseRow[],
  x: Float64Array,
  scratch: RowCheckBuffers,
): ViolatedRow[] => {
  const byColumn = grouped.get(rows) ?? groupByColumn(rows, x.length)
  grouped.set(rows, byColumn)
  const sums = excesses(byColumn, x)
  return listBroken(rows, x, scratch, index => sums[index]!)
}
