import { brokenRows } from '../model/open-blocks.ts'
import {
  fractionOf,
  isDivisible,
  partBelow,
  partOf,
  partUpTo,
  plus,
  times,
  type Fraction,
} from '../model/portions.ts'
import { isInPence, NOTHING, SAME_MONEY, totalValue, type Program, type Row } from '../model/program.ts'
import { coverOf } from './cover.ts'
import { heldRows, type Held, type SolveRequest } from './solve-request.ts'

/** A choice that keeps every row in whole numbers, and what it is worth. */
export interface Judged {
  x: Float64Array
  value: number
}

/**
 * What a relaxation's answer comes to in whole numbers: a choice that keeps all rows, or rows that it breaks and that
 * every right choice keeps. Without any such row, only a closer look can tell.
 */
export type Verdict = Judged | { cuts: Row[] }

/** Judges an answer whose whole columns are whole, within bounds that hold where it was found. */
export type Judge = (x: Float64Array, lower: ArrayLike<number>, upper: ArrayLike<number>) => Verdict

/**
 * A row of whole numbers is met exactly. Others are those of flows, whose needs are judged in whole numbers by their
 * blocks, and of bids in the generic format that may be divided at will: met as the relaxation meets them.
 */
const MET = 2e-7

/** Sums of weights are told apart down to this; sums of whole weights are exact. */
const SAME_SUM = 1e-10

/** What a row comes to at a choice, less its limit; `partial` are the columns that are taken in part. */
const excessOf = (program: Program, row: Row, x: ArrayLike<number>): Fraction => {
  let whole = -row.limit
  let parts = fractionOf(0)
  row.columns.forEach((column, k) => {
    const part = x[column]!
    const { grains } = program.columns[column]!
    if (part === 0 || part === 1 || grains === undefined) whole += row.coefficients[k]! * part
    else parts = plus(parts, times(partOf(grains, part), row.coefficients[k]!))
  })
  return parts.over === 0n ? fractionOf(whole) : plus(fractionOf(whole), parts)
}

const isWholeRow = (program: Program, row: Row): boolean =>
  Number.isInteger(row.limit) &&
  row.coefficients.every(Number.isInteger) &&
  row.columns.every(column => program.columns[column]!.whole || isDivisible(program.columns[column]!))

/** Sums of so many terms as any row has, in floating point, are right up to this part of what was added up. */
const ROUNDING = 2 ** -40

/** What a row comes to at a choice, less its limit, in floating point, and how far that may be off. */
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

/** Is a row broken? Exactly, where it is of whole numbers: fractions are added up only where it is close. */
const isBroken = (program: Program, row: Row, isWhole: boolean, x: ArrayLike<number>): boolean => {
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

/** The rows of a program with what judging needs to know of them, made once for very many questions. */
interface Rows {
  rows: readonly { row: Row; isWhole: boolean }[]
  /** For each divisible column that nothing ties to another, the rows that limit it. */
  limits: Map<number, Row[]>
  divisible: number[]
}

const rowsIn = (program: Program, rows: readonly Row[]): Rows => {
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

/** The greatest part of a divisible column that its rows leave room for beside the others. */
const roomFor = (
  program: Program,
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
    return Math.min(part, over > 0n ? 0 : partUpTo(grains, { over: -over, under: under * BigInt(takes) }))
  }, upper)
  x[column] = before
  return Math.max(lower, most)
}

/** An answer's whole columns made whole, and its parts whole ten-thousandths within bounds. */
const rounded = (
  { columns }: Program,
  found: Float64Array,
  lower: ArrayLike<number>,
  upper: ArrayLike<number>,
): Float64Array =>
  found.map((part, at) => {
    const { whole, grains, upper: most } = columns[at]!
    if (whole) return Math.max(0, Math.round(part))
    if (grains === undefined) return part < NOTHING ? 0 : Math.min(most, part)
    return Math.min(upper[at]!, Math.max(lower[at]!, partBelow(grains, part)))
  })

const weighed = (weights: ArrayLike<number>, x: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < x.length; at += 1) sum += weights[at]! * x[at]!
  return sum
}

const known = new WeakMap<readonly Row[], Rows>()

const rowsOf = (program: Program): Rows => {
  const rows = program.exact ?? program.rows
  const before = known.get(rows)
  if (before !== undefined) return before
  const made = rowsIn(program, rows)
  known.set(rows, made)
  return made
}

/** The judge of one question: its rows, what must at least be reached, and what is sought. */
export const judgeOf = (
  program: Program,
  { rows = [], objective, held = [] }: Pick<SolveRequest, 'rows' | 'objective' | 'held'> = {},
): Judge => {
  const own =
    rows.length === 0 ? rowsOf(program) : rowsIn(program, [...(program.exact ?? program.rows), ...rows])
  const blocks = [...(program.blocks ?? []), ...(program.flowing ?? [])]
  const valueOf = (x: Float64Array): number =>
    objective === undefined ? totalValue(program, x) : weighed(objective, x)
  const sameMoney = isInPence(program) ? 0 : SAME_MONEY
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
    if (broken.length === 0) broken.push(...brokenRows(program, x, blocks))
    const reached = ({ weights }: Held): number =>
      weights === undefined ? totalValue(program, x) : weighed(weights, x)
    const short = held.filter(
      one => reached(one) < one.least - (one.weights === undefined ? sameMoney : SAME_SUM),
    )
    broken.push(...heldRows(program, short))
    if (broken.length === 0) return { x, value: valueOf(x) }
    return { cuts: broken.flatMap(row => coverOf(program, row, x, lower)) }
  }
}

/** Says whether a choice still keeps, in whole numbers, every row that touches a column. */
export const keeperOf = (program: Program): ((x: Float64Array, column: number) => boolean) => {
  const { rows } = rowsOf(program)
  const touching = program.columns.map((_, at) => rows.filter(({ row }) => row.columns.includes(at)))
  const blocks = [...(program.blocks ?? []), ...(program.flowing ?? [])]
  return (x, column) =>
    !touching[column]!.some(({ row, isWhole }) => isBroken(program, row, isWhole, x)) &&
    (blocks.length === 0 || brokenRows(program, x, blocks).length === 0)
}
