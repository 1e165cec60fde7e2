import { fractionOf, partOf, plus, times, type Fraction } from '../model/portions.ts'
import type { Program, Row } from '../model/program.ts'

const commonOf = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonOf(b, a % b))

/** The least number of which every quantity is a divisor: any part is so many of its fractions. */
const finest = (grains: readonly number[]): number =>
  grains.length === 1
    ? grains[0]!
    : Number(grains.map(BigInt).reduce((all, one) => (all / commonOf(all, one)) * one))

const floored = (over: bigint, under: bigint): bigint => {
  const whole = over / under
  return over % under !== 0n && over < 0n !== under < 0n ? whole - 1n : whole
}

/** Coefficients beyond this would say nothing to a relaxation in floating point. */
const MOST = 1e10

/** A row that limits what may be won in part, and what a ten-thousandth of each of its columns takes of it. */
export interface Limiting {
  row: Row
  each: Float64Array
}

/** Is there less room left in a row than one ten-thousandth of a part takes? Otherwise rounding down says nothing. */
const isNearlyFull = ({ row, each }: Limiting, x: ArrayLike<number>): boolean => {
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

/** A row is taken in where an answer breaks it by more than the noise of the arithmetic. */
const BROKEN = 1e-7

/** By how much an answer breaks a row, in parts of its largest coefficient. */
const brokenBy = ({ columns, coefficients, limit }: Row, x: ArrayLike<number>): number => {
  const sum = columns.reduce((total, column, k) => total + coefficients[k]! * x[column]!, -limit)
  return sum / Math.max(1, ...coefficients.map(Math.abs))
}

/** Where parts stand in an answer, and the bounds within which they may still be. */
export interface Standing {
  x: ArrayLike<number>
  lower: ArrayLike<number>
  upper: ArrayLike<number>
}

/** What is left of a row beside everything that is decided in it; null where that is no fraction of whole numbers. */
const leftOf = ({ columns }: Program, row: Row, { x, lower, upper }: Standing): Fraction | null => {
  let left = fractionOf(0)
  let whole = row.limit
  for (const [k, column] of row.columns.entries()) {
    const { grains, whole: isWhole } = columns[column]!
    if (grains === undefined && !isWhole) return null
    if (grains === undefined) whole -= row.coefficients[k]! * Math.round(x[column]!)
    else if (lower[column] === upper[column])
      left = plus(left, times(partOf(grains, lower[column]!), -row.coefficients[k]!))
  }
  return Number.isInteger(whole) ? plus(left, fractionOf(whole)) : null
}

/** A quotient rounded down; in floating point where that is exact. */
const quotient = (a: number, b: number, c: number, d: number): number => {
  const [over, under] = [a * b, c * d]
  if (Math.abs(over) < 2 ** 53 && under < 2 ** 53) {
    const near = Math.floor(over / under)
    return over - near * under < 0 ? near - 1 : over - near * under >= under ? near + 1 : near
  }
  return Number(floored(BigInt(a) * BigInt(b), BigInt(c) * BigInt(d)))
}

/** A divisible column that is still open, by the finest fractions that its parts are made of. */
interface OpenPart {
  column: number
  of: number
  takes: number
  isMost: boolean
}

const openParts = (program: Program, row: Row, { x, lower, upper }: Standing): OpenPart[] =>
  row.columns.flatMap((column, k) => {
    const { grains } = program.columns[column]!
    if (grains === undefined || lower[column] === upper[column]) return []
    return [{ column, of: finest(grains), takes: row.coefficients[k]!, isMost: x[column]! > 0.5 }]
  })

/** A row divided by what one fraction of a part takes of it, and rounded down; null where its numbers are too large. */
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

/** The rows that limit what may be won in part: those that may be rounded. */
export const limitingParts = (program: Program, rows: readonly Row[]): Limiting[] => {
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
 * Rows that whole ten-thousandths must keep beside whole columns that are all decided: a row in whole numbers, divided
 * by what one ten-thousandth of some part takes of it, may be rounded down (Chvatal 1973). Parts that are nearly all
 * taken are counted by what is left of them. Of all rows the one that an answer breaks most, if it breaks any.
 */
export const partCuts = (program: Program, rows: readonly Limiting[], standing: Standing): Row[] => {
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
    const room = plus(left, fractionOf(-taken))
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
