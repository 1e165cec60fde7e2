import {
  toFraction,
  restoreFraction,
  addFractions,
  multiplyFraction,
  type Fraction,
} from '../model/portions.ts'
import type { MarketProgram, Row } from '../model/program.ts'

const commonOf = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonOf(b, a % b))

/** Least common multiple of the quantities: every part is a whole number of its fractions. */
const finest = (grains: readonly number[]): number =>
  grains.length === 1
    ? grains[0]!
    : Number(grains.map(BigInt).reduce((all, one) => (all / commonOf(all, one)) * one))

const floored = (over: bigint, under: bigint): bigint => {
  const whole = over / under
  return over % under !== 0n && over < 0n !== under < 0n ? whole - 1n : whole
}

/** Coefficients beyond this carry no information in floating point. */
const MOST = 1e10

/** A row that limits parts, and the amount that a ten-thousandth of each of its columns takes. */
export interface RoundableRow {
  row: Row
  each: Float64Array
}

/** True if the row has less room left than one ten-thousandth of a part takes; otherwise rounding down adds nothing. */
const isNearlyFull = ({ row, each }: RoundableRow, x: ArrayLike<number>): boolean => {
  const { columns, coefficients, limit } = row
  let room = limit
  let most = 0
  for (let k = 0; k < columns.length; k += 1) {
    const part = x[columns[k]!]!
    if (part === 0) continue
    room -= coefficients[k]! * part
    if (part < 1 && each[k]! > most) most = each[k]!
  }
  return room < most
}

/** Violation above which a row is added, beyond floating-point noise. */
const BROKEN = 1e-7

/** Violation of a row by an answer, as a fraction of its largest coefficient. */
const brokenBy = ({ columns, coefficients, limit }: Row, x: ArrayLike<number>): number => {
  let sum = -limit
  let most = 1
  for (let k = 0; k < columns.length; k += 1) {
    sum += coefficients[k]! * x[columns[k]!]!
    most = Math.max(most, Math.abs(coefficients[k]!))
  }
  return sum / most
}

/** Values of parts in an answer, and their bounds. */
export interface DivisibleVariableBounds {
  x: ArrayLike<number>
  lower: ArrayLike<number>
  upper: ArrayLike<number>
}

/** Room in a row after everything that is decided; null if it is not a fraction of whole numbers. */
const leftOf = (
  { columns }: MarketProgram,
  row: Row,
  { x, lower, upper }: DivisibleVariableBounds,
): Fraction | null => {
  let left = toFraction(0)
  let whole = row.limit
  for (const [k, column] of row.columns.entries()) {
    const { grains, whole: isWhole } = columns[column]!
    if (grains === undefined && !isWhole) return null
    if (grains === undefined) whole -= row.coefficients[k]! * Math.round(x[column]!)
    else if (lower[column] === upper[column])
      left = addFractions(
        left,
        multiplyFraction(restoreFraction(grains, lower[column]!), -row.coefficients[k]!),
      )
  }
  return Number.isInteger(whole) ? addFractions(left, toFraction(whole)) : null
}

/** A quotient rounded down, in floating point if that is exact. */
const quotient = (a: number, b: number, c: number, d: number): number => {
  const [over, under] = [a * b, c * d]
  if (Math.abs(over) < 2 ** 53 && under < 2 ** 53) {
    const near = Math.floor(over / under)
    return over - near * under < 0 ? near - 1 : over - near * under >= under ? near + 1 : near
  }
  return Number(floored(BigInt(a) * BigInt(b), BigInt(c) * BigInt(d)))
}

/** An undecided divisible column, in the finest fractions of its parts. */
interface OpenPart {
  column: number
  of: number
  takes: number
  isMost: boolean
}

const openParts = (
  program: MarketProgram,
  row: Row,
  { x, lower, upper }: DivisibleVariableBounds,
): OpenPart[] => {
  const parts: OpenPart[] = []
  for (let k = 0; k < row.columns.length; k += 1) {
    const column = row.columns[k]!
    const { grains } = program.columns[column]!
    if (grains === undefined || lower[column] === upper[column]) continue
    parts.push({ column, of: finest(grains), takes: row.coefficients[k]!, isMost: x[column]! > 0.5 })
  }
  return parts
}

/** A row divided by the amount that one fraction of a part takes, rounded down; null if its numbers are too large. */
const dividedBy = (scale: OpenPart, parts: readonly OpenPart[], room: Fraction): Row | null => {
  let limit = Number(floored(room.over * BigInt(scale.of), room.under * BigInt(scale.takes)))
  const coefficients: number[] = []
  for (const { of, takes, isMost } of parts) {
    const each = quotient(isMost ? -takes : takes, scale.of, of, scale.takes)
    const coefficient = (isMost ? -each : each) * of
    if (Math.abs(coefficient) > MOST) return null
    if (isMost) limit += coefficient
    coefficients.push(coefficient)
  }
  return { columns: parts.map(({ column }) => column), coefficients, limit, equal: false }
}

/** Rows that limit parts and may be rounded. */
export const findRoundableRows = (program: MarketProgram, rows: readonly Row[]): RoundableRow[] => {
  const eachOf = (row: Row): Float64Array =>
    Float64Array.from(row.columns, (column, k) => {
      const { grains } = program.columns[column]!
      return grains === undefined ? 0 : row.coefficients[k]! / Math.min(...grains)
    })
  return rows
    .filter(row => !row.equal && row.columns.some(column => program.columns[column]!.grains !== undefined))
    .map(row => ({ row, each: eachOf(row) }))
}

/**
 * Rounding cuts for parts once all whole columns are decided: a row in whole numbers, divided by the amount that one
 * ten-thousandth of some part takes, may be rounded down (Chvatal 1973). Parts near their upper bound are counted
 * down from it. Returns the row that the answer breaks most, if it breaks any.
 */
export const findRoundingCuts = (
  program: MarketProgram,
  rows: readonly RoundableRow[],
  standing: DivisibleVariableBounds,
): Row[] => {
  const { x } = standing
  let worst: Row[] = []
  let most = BROKEN
  for (const limiting of rows) {
    if (!isNearlyFull(limiting, x)) continue
    const { row } = limiting
    const left = leftOf(program, row, standing)
    if (left === null) continue
    const parts = openParts(program, row, standing)
    const taken = parts.reduce((sum, { isMost, takes }) => (isMost ? sum + takes : sum), 0)
    const room = addFractions(left, toFraction(-taken))
    for (const scale of parts) {
      if (scale.takes <= 0 || x[scale.column]! <= 0 || x[scale.column]! >= 1) continue
      const cut = dividedBy(scale, parts, room)
      const by = cut === null ? 0 : brokenBy(cut, x)
      if (cut === null || by <= most) continue
      most = by
      worst = [cut]
    }
  }
  return worst
}
