import type { Column, MarketProgram, Row } from '../model/program.ts'

/** The amount that a column takes from each row that it touches; supplies are negative. */
export interface ColumnAmounts {
  rows: Int32Array
  amounts: Float64Array
}

/** The rows of a program as sums of whole numbers that may not exceed a limit. */
export interface WholeRows {
  limits: Float64Array
  /** The amounts that each column uses; for a divisible bid, those of one unit. */
  of: ColumnAmounts[]
}

/** Sums of amounts and of values stay below this, so they are exact. */
const MOST_SUM = 2 ** 50

/** A row, and its opposite if it must be met exactly. */
const sides = (row: Row): Row[] => {
  const opposite = { ...row, coefficients: row.coefficients.map(c => -c), limit: -row.limit }
  return row.equal ? [row, opposite] : [row]
}

const isExactSum = (numbers: readonly number[]): boolean =>
  numbers.every(Number.isInteger) && numbers.reduce((sum, one) => sum + Math.abs(one), 0) < MOST_SUM

/** Units (ten-thousandths) of a column of which any whole number can be won; null if it has several quantities. */
export const divisibleUnits = ({ grains, portions, value }: Column): number | null => {
  const [units, more] = grains ?? []
  if (units === undefined || more !== undefined || portions?.length !== 1) return null
  return portions[0]!.bid === value && value > 0 && value * units < MOST_SUM ? units : null
}

const isUsable = (column: Column): boolean =>
  column.upper === 1 && (column.whole || divisibleUnits(column) !== null)

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

/** Multiplies a row by a whole number so that a unit of each divisible bid uses the same whole amount; null if no number does. */
const perUnit = (columns: readonly Column[], row: Row): Row | null => {
  let unit: { amount: number; by: number } | null = null
  for (const [k, column] of row.columns.entries()) {
    if (columns[column]!.whole) continue
    const [amount, units] = [row.coefficients[k]!, divisibleUnits(columns[column]!)!]
    if (amount <= 0 || !Number.isInteger(amount)) return null
    const common = commonDivisor(amount, units)
    const own = { amount: amount / common, by: units / common }
    unit ??= own
    if (unit.amount !== own.amount || unit.by !== own.by) return null
  }
  if (unit === null) return row
  const { by } = unit
  return { ...row, limit: row.limit * by, coefficients: row.coefficients.map(one => one * by) }
}

/**
 * The rows of a program in whole numbers; null if an amount or a value is not whole, if the rows of some block are not
 * written out, or if a unit of one divisible bid uses more of a row than a unit of another.
 */
export const wholeRowsOf = (program: MarketProgram): WholeRows | null => {
  const { columns, rows, exact = rows, blocks = [], flowing = [] } = program
  if (blocks.length + flowing.length > 0 || !columns.every(isUsable)) return null
  const all = exact.flatMap(sides).map(row => perUnit(columns, row))
  if (!all.every(row => row !== null)) return null
  const sums = [
    columns.map(({ value }) => value),
    ...all.map(({ limit, coefficients }) => [limit, ...coefficients]),
  ]
  if (!sums.every(isExactSum)) return null
  const of = columns.map((own, column) => {
    const units = own.whole ? 1 : divisibleUnits(own)!
    const touched = all.flatMap((row, at) =>
      row.columns.flatMap((other, k) =>
        other === column ? [{ at, amount: row.coefficients[k]! / units }] : [],
      ),
    )
    return {
      rows: Int32Array.from(touched, ({ at }) => at),
      amounts: Float64Array.from(touched, ({ amount }) => amount),
    }
  })
  return { limits: Float64Array.from(all, ({ limit }) => limit), of }
}
