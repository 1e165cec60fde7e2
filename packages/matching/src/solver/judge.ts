import { findViolatedBlockRows } from '../model/open-blocks.ts'
import {
  toFraction,
  isDivisible,
  roundDownToBreakpoint,
  restoreFraction,
  greatestBreakpointUpTo,
  addFractions,
  multiplyFraction,
  type Fraction,
} from '../model/portions.ts'
import {
  hasOnlyWholePenceValues,
  MIN_WON_FRACTION,
  MONEY_TOLERANCE,
  totalContractedValue,
  type MarketProgram,
  type Row,
} from '../model/program.ts'
import { coverInequality } from './cover.ts'
import { requiredSumRows, type RequiredSum, type SolveRequest } from './solve-request.ts'

/** A choice that meets every row in whole numbers, and its value. */
export interface FeasibleSolution {
  x: Float64Array
  value: number
}

/**
 * Result of checking a relaxation's answer in whole numbers: a feasible choice, or rows that it breaks and every
 * feasible choice meets. Without such rows, the search must branch to find out.
 */
export type FeasibilityResult = FeasibleSolution | { cuts: Row[] }

/** Judges an answer with whole columns at whole values, under bounds that hold at its node. */
export type FeasibilityChecker = (
  x: Float64Array,
  lower: ArrayLike<number>,
  upper: ArrayLike<number>,
) => FeasibilityResult

/**
 * Tolerance of rows with other than whole numbers: those of flows, whose needs are judged by their blocks in whole
 * numbers, and those of arbitrarily divisible bids of the generic format.
 */
const MET = 2e-7

/** Precision of sums of weights; sums of whole weights are exact. */
const SAME_SUM = 1e-10

/** Sum of a row at a choice, minus its limit. */
const excessOf = (program: MarketProgram, row: Row, x: ArrayLike<number>): Fraction => {
  let whole = -row.limit
  let parts = toFraction(0)
  row.columns.forEach((column, k) => {
    const part = x[column]!
    const { grains } = program.columns[column]!
    if (part === 0 || part === 1 || grains === undefined) whole += row.coefficients[k]! * part
    else parts = addFractions(parts, multiplyFraction(restoreFraction(grains, part), row.coefficients[k]!))
  })
  return parts.over === 0n ? toFraction(whole) : addFractions(toFraction(whole), parts)
}

const isWholeRow = (program: MarketProgram, row: Row): boolean =>
  Number.isInteger(row.limit) &&
  row.coefficients.every(Number.isInteger) &&
  row.columns.every(column => program.columns[column]!.whole || isDivisible(program.columns[column]!))

/** Relative error bound of floating-point sums with as many terms as any row has. */
const ROUNDING = 2 ** -40

/** Sum of a row at a choice, minus its limit, in floating point, with its error bound. */
const nearlyExcess = (row: Row, x: ArrayLike<number>): { sum: number; off: number } => {
  let sum = -row.limit
  let added = Math.abs(sum)
  for (let k = 0; k < row.columns.length; k += 1) {
    const term = row.coefficients[k]! * x[row.columns[k]!]!
    sum += term
    added += Math.abs(term)
  }
  return { sum, off: added * ROUNDING }
}

/** True if a choice breaks a row: exact for rows of whole numbers, which are summed as fractions only if floating point cannot decide. */
const isBroken = (program: MarketProgram, row: Row, isWhole: boolean, x: ArrayLike<number>): boolean => {
  const { sum, off } = nearlyExcess(row, x)
  if (!isWhole) {
    const slack = MET * Math.max(...row.coefficients.map(Math.abs))
    return row.equal ? Math.abs(sum) > slack : sum > slack
  }
  if (sum > off) return true
  if (sum < -off) return row.equal
  const { over } = excessOf(program, row, x)
  return row.equal ? over !== 0n : over > 0n
}

/** The rows of a program, prepared for judging very many questions. */
interface Rows {
  rows: readonly { row: Row; isWhole: boolean }[]
  /** For each divisible column that nothing ties to another, the rows that limit it. */
  limits: Map<number, Row[]>
  divisible: number[]
}

const rowsIn = (program: MarketProgram, rows: readonly Row[]): Rows => {
  const divisible = program.columns.flatMap((column, at) => (isDivisible(column) ? [at] : []))
  const tied = new Set(rows.filter(({ equal }) => equal).flatMap(({ columns }) => columns))
  const judged = rows.map(row => ({ row, isWhole: isWholeRow(program, row) }))
  const limiting = (at: number): Row[] =>
    judged.flatMap(({ row, isWhole }) =>
      isWhole && row.columns.some((column, k) => column === at && row.coefficients[k]! > 0) ? [row] : [],
    )
  const limits = new Map(divisible.filter(at => !tied.has(at)).map(at => [at, limiting(at)]))
  return { rows: judged, limits, divisible }
}

/** The greatest part of a divisible column for which its rows leave room. */
const roomFor = (
  program: MarketProgram,
  column: number,
  rows: readonly Row[],
  x: Float64Array,
  lower: number,
  upper: number,
): number => {
  const { grains = [] } = program.columns[column]!
  const before = x[column]!
  x[column] = 0
  const most = rows.reduce((part, row) => {
    const takes = row.coefficients[row.columns.indexOf(column)]!
    const { sum, off } = nearlyExcess(row, x)
    if (sum + off + takes * part * (1 + ROUNDING) < 0) return part
    const { over, under } = excessOf(program, row, x)
    return Math.min(
      part,
      over > 0n ? 0 : greatestBreakpointUpTo(grains, { over: -over, under: under * BigInt(takes) }),
    )
  }, upper)
  x[column] = before
  return Math.max(lower, most)
}

/** Rounds an answer's whole columns to whole numbers, and its parts to whole ten-thousandths within bounds. */
const rounded = (
  { columns }: MarketProgram,
  found: Float64Array,
  lower: ArrayLike<number>,
  upper: ArrayLike<number>,
): Float64Array =>
  found.map((part, at) => {
    const { whole, grains, upper: most } = columns[at]!
    if (whole) return Math.max(0, Math.round(part))
    if (grains === undefined) return part < MIN_WON_FRACTION ? 0 : Math.min(most, part)
    return Math.min(upper[at]!, Math.max(lower[at]!, roundDownToBreakpoint(grains, part)))
  })

const weighed = (weights: ArrayLike<number>, x: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < x.length; at += 1) sum += weights[at]! * x[at]!
  return sum
}

const known = new WeakMap<readonly Row[], Rows>()

const rowsOf = (program: MarketProgram): Rows => {
  const rows = program.exact ?? program.rows
  const before = known.get(rows)
  if (before !== undefined) return before
  const made = rowsIn(program, rows)
  known.set(rows, made)
  return made
}

/** The judge of one question, with its rows, its objective, and the sums that must be reached. */
export const createFeasibilityChecker = (
  program: MarketProgram,
  { rows = [], objective, held = [] }: Pick<SolveRequest, 'rows' | 'objective' | 'held'> = {},
): FeasibilityChecker => {
  const own =
    rows.length === 0 ? rowsOf(program) : rowsIn(program, [...(program.exact ?? program.rows), ...rows])
  const blocks = [...(program.blocks ?? []), ...(program.flowing ?? [])]
  const valueOf = (x: Float64Array): number =>
    objective === undefined ? totalContractedValue(program, x) : weighed(objective, x)
  const sameMoney = hasOnlyWholePenceValues(program) ? 0 : MONEY_TOLERANCE
  return (found, lower, upper) => {
    const x = rounded(program, found, lower, upper)
    const fit = (at: number, most: number): void => {
      const limiting = own.limits.get(at)
      if (limiting !== undefined) x[at] = roomFor(program, at, limiting, x, lower[at]!, most)
    }
    const inPart = own.divisible.filter(at => found[at]! > 0 && found[at]! < 1)
    for (const at of inPart) fit(at, x[at]!)
    if (blocks.length === 0) for (const at of inPart) fit(at, upper[at]!)
    const rowsBroken = (): Row[] =>
      own.rows.filter(({ row, isWhole }) => isBroken(program, row, isWhole, x)).map(({ row }) => row)
    let broken = rowsBroken()
    if (broken.length > 0 && own.divisible.length > 0) {
      for (const at of own.divisible) fit(at, x[at]!)
      broken = rowsBroken()
    }
    if (broken.length === 0) broken.push(...findViolatedBlockRows(program, x, blocks))
    const reached = ({ weights }: RequiredSum): number =>
      weights === undefined ? totalContractedValue(program, x) : weighed(weights, x)
    const short = held.filter(
      one => reached(one) < one.least - (one.weights === undefined ? sameMoney : SAME_SUM),
    )
    broken.push(...requiredSumRows(program, short))
    if (broken.length === 0) return { x, value: valueOf(x) }
    return { cuts: broken.flatMap(row => coverInequality(program, row, x, lower)) }
  }
}

/** Returns a function that checks, in whole numbers, every row that contains a column. */
export const createRowChecker = (program: MarketProgram): ((x: Float64Array, column: number) => boolean) => {
  const { rows } = rowsOf(program)
  const touching = program.columns.map((_, at) => rows.filter(({ row }) => row.columns.includes(at)))
  const blocks = [...(program.blocks ?? []), ...(program.flowing ?? [])]
  return (x, column) =>
    !touching[column]!.some(({ row, isWhole }) => isBroken(program, row, isWhole, x)) &&
    (blocks.length === 0 || findViolatedBlockRows(program, x, blocks).length === 0)
}
