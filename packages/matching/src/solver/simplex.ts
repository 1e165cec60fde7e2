import type { DenseRow } from './broken-rows.ts'

/** Values closer than this to a bound are on it; rows are scaled so that their largest coefficient is 1. */
const TOLERANCE = 1e-9
/** Pivots smaller than this would lose too much precision. */
const SMALLEST_PIVOT = 1e-7
/** Number of steps after which Bland's rule (1977) prevents cycling. */
const HASTY_STEPS = 300
const MOST_STEPS = 20_000

/**
 * A linear relaxation as a dense tableau: each basic variable is its constant minus a sum of the nonbasic ones, which
 * rest on their bounds. Every column has two finite bounds, so there is always a dual feasible start, and the dual
 * simplex method is enough: at the start, after a new row, and after a changed bound.
 */
export interface Tableau {
  columns: number
  /** Number of nonbasic variables that can still move, or could when it was copied: the entries of a row that count. */
  width: number
  rows: Float64Array[]
  count: number
  /** Variable of each row and of each column: below `columns` a choice, above it the slack of a row. */
  basic: number[]
  nonbasic: Int32Array
  /** Values of the basic variables, by row. */
  values: Float64Array
  /** 1 for each column whose nonbasic variable rests on its upper bound. */
  atUpper: Uint8Array
  reduced: Float64Array
  lower: Float64Array
  upper: Float64Array
  /** The original rows, by slack. */
  sources: Pick<DenseRow, 'at' | 'weights' | 'limit' | 'equal'>[]
  objective: number
  /** Columns already flipped in the current step. */
  passed: Uint8Array
}

/** A tableau without rows: every column rests on the bound that its objective prefers. */
export const emptyTableau = (objective: Float64Array, lower: Float64Array, upper: Float64Array): Tableau => {
  const columns = objective.length
  const atUpper = Uint8Array.from(objective, weight => (weight > 0 ? 1 : 0))
  return {
    columns,
    width: columns,
    rows: [],
    count: 0,
    basic: [],
    nonbasic: Int32Array.from({ length: columns }, (_, at) => at),
    values: new Float64Array(0),
    atUpper,
    reduced: Float64Array.from(objective),
    lower: Float64Array.from(lower),
    upper: Float64Array.from(upper),
    sources: [],
    passed: new Uint8Array(columns),
    objective: objective.reduce(
      (sum, weight, at) => sum + weight * (atUpper[at] ? upper[at]! : lower[at]!),
      0,
    ),
  }
}

/** Indices of the columns that a copy keeps. */
let kept = new Int32Array(0)

/** Allocates memory for another number of columns. */
const resize = (t: Tableau, columns: number): void => {
  t.rows = []
  t.nonbasic = new Int32Array(columns)
  t.atUpper = new Uint8Array(columns)
  t.reduced = new Float64Array(columns)
  t.lower = new Float64Array(columns)
  t.upper = new Float64Array(columns)
  t.passed = new Uint8Array(columns)
}

/** A row with more slack than this is dropped; it is added again if it is broken. */
const LOOSE = 0.01

/**
 * Copies one tableau into another, reusing its memory and dropping loose rows and fixed nonbasic choices, which can
 * never enter again. Slacks stay, because they price their rows.
 */
export const copyTableauInto = (target: Tableau, source: Tableau): void => {
  const { columns } = source
  if (target.passed.length !== columns) resize(target, columns)
  if (kept.length < columns) kept = new Int32Array(columns)
  target.columns = columns
  target.sources = source.sources.slice()
  target.lower.set(source.lower)
  target.upper.set(source.upper)
  target.objective = source.objective
  let width = 0
  for (let column = 0; column < source.width; column += 1) {
    const variable = source.nonbasic[column]!
    if (variable < columns && source.upper[variable]! <= source.lower[variable]!) continue
    kept[width] = column
    target.nonbasic[width] = variable
    target.atUpper[width] = source.atUpper[column]!
    target.reduced[width] = source.reduced[column]!
    width += 1
  }
  target.width = width
  target.basic = []
  if (target.values.length < source.count) target.values = new Float64Array(source.values.length)
  let count = 0
  for (let row = 0; row < source.count; row += 1) {
    if (source.basic[row]! >= columns && source.values[row]! > LOOSE) continue
    const from = source.rows[row]!
    const into = (target.rows[count] ??= new Float64Array(columns))
    for (let k = 0; k < width; k += 1) into[k] = from[kept[k]!]!
    target.basic[count] = source.basic[row]!
    target.values[count] = source.values[row]!
    count += 1
  }
  target.count = count
}

const lowerOf = (t: Tableau, variable: number): number => (variable < t.columns ? t.lower[variable]! : 0)

const upperOf = (t: Tableau, variable: number): number =>
  variable < t.columns ? t.upper[variable]! : t.sources[variable - t.columns]!.equal ? 0 : Infinity

const restingValue = (t: Tableau, column: number): number => {
  const variable = t.nonbasic[column]!
  return t.atUpper[column] ? upperOf(t, variable) : lowerOf(t, variable)
}

/** Values of all choices. */
export const variableValues = (t: Tableau, into: Float64Array): Float64Array => {
  into.set(t.lower)
  for (let column = 0; column < t.width; column += 1) {
    const variable = t.nonbasic[column]!
    if (variable < t.columns) into[variable] = restingValue(t, column)
  }
  for (let row = 0; row < t.count; row += 1)
    if (t.basic[row]! < t.columns) into[t.basic[row]!] = t.values[row]!
  return into
}

/** Adds a row, coefficients x choices <= limit (or equal to it), with its slack basic. */
export const addTableauRow = (t: Tableau, source: DenseRow, x: Float64Array): void => {
  const { coefficients, limit } = source
  const at = t.count
  const row = (t.rows[at] ??= new Float64Array(t.columns))
  for (let column = 0; column < t.width; column += 1) {
    const variable = t.nonbasic[column]!
    row[column] = variable < t.columns ? coefficients[variable]! : 0
  }
  for (let other = 0; other < t.count; other += 1) {
    const variable = t.basic[other]!
    const weight = variable < t.columns ? coefficients[variable]! : 0
    if (weight === 0) continue
    const from = t.rows[other]!
    for (let column = 0; column < t.width; column += 1) row[column] = row[column]! - weight * from[column]!
  }
  let slack = limit
  for (let variable = 0; variable < t.columns; variable += 1) slack -= coefficients[variable]! * x[variable]!
  t.basic[at] = t.columns + t.sources.length
  t.sources.push(source)
  if (t.values.length <= at) {
    const more = new Float64Array(Math.max(16, at * 2))
    more.set(t.values)
    t.values = more
  }
  t.values[at] = slack
  t.count = at + 1
}

/** Moves a nonbasic variable by an amount; all basic values follow. */
const shift = (t: Tableau, column: number, by: number): void => {
  for (let row = 0; row < t.count; row += 1) t.values[row] = t.values[row]! - t.rows[row]![column]! * by
  t.objective += t.reduced[column]! * by
}

/** Narrows the bounds of a choice. */
export const setBounds = (t: Tableau, variable: number, lower: number, upper: number): void => {
  const column = t.nonbasic.subarray(0, t.width).indexOf(variable)
  const before = column < 0 ? 0 : restingValue(t, column)
  t.lower[variable] = lower
  t.upper[variable] = upper
  if (column < 0) return
  const by = restingValue(t, column) - before
  if (by !== 0) shift(t, column, by)
}

/** The row furthest outside its bounds, or under Bland's rule that of the lowest variable; -1 for none. */
const leavingRow = (t: Tableau, careful: boolean): number => {
  let worst = TOLERANCE
  let found = -1
  for (let row = 0; row < t.count; row += 1) {
    const variable = t.basic[row]!
    const value = t.values[row]!
    const outside = Math.max(lowerOf(t, variable) - value, value - upperOf(t, variable))
    if (outside <= (careful ? TOLERANCE : worst)) continue
    if (careful && found >= 0 && t.basic[found]! < variable) continue
    worst = outside
    found = row
  }
  return found
}

/** The column with the nearest breakpoint after those already passed that can repair a row, or -1. */
const entering = (t: Tableau, row: Float64Array, sign: number, careful: boolean): number => {
  let found = -1
  let least = Infinity
  let steepest = 0
  for (let column = 0; column < t.width; column += 1) {
    const pivot = row[column]! * sign
    if (t.atUpper[column] ? pivot > -SMALLEST_PIVOT : pivot < SMALLEST_PIVOT) continue
    if (t.passed[column]) continue
    const variable = t.nonbasic[column]!
    if (upperOf(t, variable) <= lowerOf(t, variable)) continue
    const size = Math.abs(pivot)
    const ratio = Math.abs(t.reduced[column]!) / size
    if (ratio > least + 1e-12) continue
    const tied = ratio > least - 1e-12
    if (tied && (careful ? t.nonbasic[found]! < variable : size <= steepest)) continue
    found = column
    least = ratio
    steepest = size
  }
  return found
}

const pivot = (t: Tableau, at: number, column: number): void => {
  const row = t.rows[at]!
  const inverse = 1 / row[column]!
  for (let k = 0; k < t.width; k += 1) row[k] = row[k]! * inverse
  row[column] = inverse
  for (let other = 0; other < t.count; other += 1) {
    if (other === at) continue
    const target = t.rows[other]!
    const factor = target[column]!
    if (factor === 0) continue
    for (let k = 0; k < t.width; k += 1) target[k] = target[k]! - factor * row[k]!
    target[column] = -factor * inverse
  }
  const factor = t.reduced[column]!
  if (factor !== 0) {
    for (let k = 0; k < t.width; k += 1) t.reduced[k] = t.reduced[k]! - factor * row[k]!
    t.reduced[column] = -factor * inverse
  }
}

/** One step of the dual simplex method with bound flips; false if the row is infeasible. */
const step = (t: Tableau, at: number, careful: boolean): boolean => {
  const leaving = t.basic[at]!
  const low = lowerOf(t, leaving)
  const below = t.values[at]! < low
  const bound = below ? low : upperOf(t, leaving)
  const row = t.rows[at]!
  const sign = below ? -1 : 1
  let missing = Math.abs(t.values[at]! - bound)
  t.passed.fill(0)
  for (let column = entering(t, row, sign, careful); column >= 0; column = entering(t, row, sign, careful)) {
    const variable = t.nonbasic[column]!
    const range = upperOf(t, variable) - lowerOf(t, variable)
    const brings = Math.abs(row[column]!) * range
    if (brings < missing - TOLERANCE) {
      missing -= brings
      shift(t, column, t.atUpper[column] ? -range : range)
      t.atUpper[column] = t.atUpper[column] ? 0 : 1
      t.passed[column] = 1
      continue
    }
    const by = (t.values[at]! - bound) / row[column]!
    const value = restingValue(t, column) + by
    shift(t, column, by)
    pivot(t, at, column)
    t.basic[at] = variable
    t.values[at] = value
    t.nonbasic[column] = leaving
    t.atUpper[column] = below ? 0 : 1
    return true
  }
  return false
}

/** End of a relaxation: at its optimum, below the wanted value, at an infeasible row, or nowhere (because of rounding). */
export type SimplexOutcome = 'optimum' | 'below' | 'nowhere' | { unmet: number }

/** Optimises a tableau, unless its value falls below the wanted one or some row is infeasible. */
export const optimiseTableau = (t: Tableau, wanted: number): SimplexOutcome => {
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const careful = steps > HASTY_STEPS
    const row = leavingRow(t, careful)
    if (row < 0) return 'optimum'
    if (!step(t, row, careful)) return { unmet: row }
    if (t.objective < wanted) return 'below'
  }
  return 'nowhere'
}
