import type { MarketProgram, Row } from '../model/program.ts'

/** Violation, as a fraction of the length of a cut, below which it is not worth a row. */
const WORTH_ADDING = 1e-3
/** Further from its limit than this fraction of its length, a row gives no cut that is worth trying. */
const NEARLY_FULL = 2
/** A column counts as taken in part if it is further than this from both of its bounds. */
const IN_PART = 1e-6

/** A row with some columns complemented: *1 - x* stands in place of *x*. Its memory is reused for the next row. */
interface ComplementedRow {
  length: number
  amounts: Float64Array
  values: Float64Array
  isComplemented: Uint8Array
  isWhole: Uint8Array
  limit: number
}

/** A row that a relaxation breaks, and by how much as a fraction of its length. */
export interface RoundingCut {
  row: Row
  by: number
}

/** Counts a column from its other bound. */
const complement = (row: ComplementedRow, at: number): void => {
  row.limit -= row.amounts[at]!
  row.amounts[at] = -row.amounts[at]!
  row.values[at] = 1 - row.values[at]!
  row.isComplemented[at] = 1 - row.isComplemented[at]!
}

const scratch: ComplementedRow = {
  length: 0,
  amounts: new Float64Array(0),
  values: new Float64Array(0),
  isComplemented: new Uint8Array(0),
  isWhole: new Uint8Array(0),
  limit: 0,
}

/** A row with every column counted from its nearer bound; it is overwritten by the next one. */
const complementedRow = (
  { columns: all }: MarketProgram,
  { columns, coefficients, limit }: Row,
  x: ArrayLike<number>,
): ComplementedRow => {
  if (scratch.amounts.length < columns.length) {
    scratch.amounts = new Float64Array(columns.length)
    scratch.values = new Float64Array(columns.length)
    scratch.isComplemented = new Uint8Array(columns.length)
    scratch.isWhole = new Uint8Array(columns.length)
  }
  scratch.length = columns.length
  scratch.limit = limit
  for (let at = 0; at < columns.length; at += 1) {
    scratch.amounts[at] = coefficients[at]!
    scratch.values[at] = x[columns[at]!]!
    scratch.isComplemented[at] = 0
    scratch.isWhole[at] = all[columns[at]!]!.whole ? 1 : 0
    if (scratch.values[at]! > 0.5) complement(scratch, at)
  }
  return scratch
}

/** The coefficient of a column once its row is divided by a whole number and rounded, times what its limit lacks. */
const roundedAmount = (amount: number, isWhole: number, by: number, rest: number): number => {
  if (isWhole === 0) return Math.min(0, amount)
  const times = Math.floor(amount / by)
  return times * (by - rest) + Math.max(0, amount - times * by - rest)
}

const restOf = (limit: number, by: number): number => limit - Math.floor(limit / by) * by

/** How much the choice breaks the rounded row, as a fraction of its length. */
const brokenBy = ({ length, amounts, values, isWhole, limit }: ComplementedRow, by: number): number => {
  const rest = restOf(limit, by)
  if (by <= 1 || rest === 0) return -Infinity
  let sum = -Math.floor(limit / by) * (by - rest)
  let squares = 0
  for (let at = 0; at < length; at += 1) {
    const amount = roundedAmount(amounts[at]!, isWhole[at]!, by, rest)
    sum += amount * values[at]!
    squares += amount * amount
  }
  return squares === 0 ? -Infinity : sum / Math.sqrt(squares)
}

const bestDivisor = (row: ComplementedRow, divisors: Iterable<number>): { by: number; broken: number } => {
  let best = { by: 0, broken: -Infinity }
  for (const by of divisors) {
    const broken = brokenBy(row, by)
    if (broken > best.broken) best = { by, broken }
  }
  return best
}

const rounded = (
  { length, amounts, isComplemented, isWhole, limit }: ComplementedRow,
  { columns }: Row,
  by: number,
): Row => {
  const rest = restOf(limit, by)
  const row: Row = {
    columns: [],
    coefficients: [],
    limit: Math.floor(limit / by) * (by - rest),
    equal: false,
  }
  for (let at = 0; at < length; at += 1) {
    const amount = roundedAmount(amounts[at]!, isWhole[at]!, by, rest)
    if (amount === 0) continue
    row.columns.push(columns[at]!)
    row.coefficients.push(isComplemented[at] === 1 ? -amount : amount)
    if (isComplemented[at] === 1) row.limit -= amount
  }
  return row
}

const lengths = new WeakMap<Row, number>()

const lengthOf = (row: Row): number => {
  const known = lengths.get(row)
  if (known !== undefined) return known
  const length = Math.sqrt(row.coefficients.reduce((sum, one) => sum + one ** 2, 0))
  lengths.set(row, length)
  return length
}

const isNearlyFull = (row: Row, x: ArrayLike<number>): boolean => {
  const { columns, coefficients, limit } = row
  let sum = -limit
  for (let k = 0; k < columns.length; k += 1) sum += coefficients[k]! * x[columns[k]!]!
  return sum >= -NEARLY_FULL * lengthOf(row)
}

/** True for a row of whole numbers that may be rounded. */
export const mayBeRounded = ({ coefficients, limit, equal }: Row): boolean =>
  !equal && Number.isInteger(limit) && coefficients.every(Number.isInteger)

/**
 * The mixed-integer rounding cut (Marchand and Wolsey 2001) of a row of whole numbers over columns from 0 to 1, in
 * whole numbers again, that a choice breaks most; null if it breaks none. Divisors are the coefficients of columns
 * that the choice takes in part, and fractions of the best of these; columns are then counted from their other bound
 * where that makes the cut stronger. Every choice with whole columns that meets the row meets the cut.
 */
export const findMixedRoundingCut = (
  program: MarketProgram,
  row: Row,
  x: ArrayLike<number>,
): RoundingCut | null => {
  if (!isNearlyFull(row, x)) return null
  const complemented = complementedRow(program, row, x)
  const { amounts, values, isWhole } = complemented
  const inPart: number[] = []
  for (let at = 0; at < complemented.length; at += 1) if (values[at]! > IN_PART) inPart.push(at)
  const divisors = new Set(inPart.filter(at => isWhole[at] === 1).map(at => Math.abs(amounts[at]!)))
  const first = bestDivisor(complemented, divisors)
  if (first.by === 0) return null
  const best = bestDivisor(
    complemented,
    [1, 2, 4, 8].map(part => Math.floor(first.by / part)),
  )
  let most = best.broken
  for (const at of inPart.toSorted((a, b) => values[b]! - values[a]!)) {
    complement(complemented, at)
    const more = brokenBy(complemented, best.by)
    if (more > most) most = more
    else complement(complemented, at)
  }
  return most > WORTH_ADDING ? { row: rounded(complemented, row, best.by), by: most } : null
}
