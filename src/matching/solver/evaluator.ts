import { NOTHING, type Program, type Row } from '../model/program.ts'
import { branchAndBound, memoryOf, type DenseProgram } from './branch.ts'
import { denseRowOf, withoutWeakerNeeds } from './broken-rows.ts'

/** What some of a market's columns can achieve by themselves, and which columns do. */
export interface Achieved {
  value: number
  chosen: number[]
}

/** A row over all columns, supplies capped at all that is needed. */
const denseRow = ({ columns }: Program, row: Row) => {
  const coefficients = new Float64Array(columns.length)
  let needed = 0
  row.columns.forEach((column, at) => {
    coefficients[column] = row.coefficients[at]!
    if (row.coefficients[at]! > 0) needed += row.coefficients[at]! * columns[column]!.upper
  })
  const balance =
    !row.equal &&
    row.limit === 0 &&
    row.columns.every(column => coefficients[column]! > 0 || columns[column]!.whole)
  if (balance) coefficients.forEach((c, at) => (coefficients[at] = Math.max(c, -needed)))
  return denseRowOf(coefficients, row.limit, row.equal, balance)
}

/** Supply that costs nothing here, because its price is counted elsewhere: all of it is always taken. */
const freeOf = ({ columns, rows }: Program): boolean[] => {
  const free = columns.map(({ whole, value }) => whole && value === 0)
  for (const row of rows)
    row.columns.forEach((column, at) => {
      if (row.equal || row.limit !== 0 || row.coefficients[at]! > 0) free[column] = false
    })
  return free
}

/** A row is met up to the noise of the arithmetic; its largest coefficient is 1. */
const MET = 1e-7

/** Free supply that the match can do without is not used. */
const leaveSpare = ({ rows }: DenseProgram, free: readonly boolean[], x: Float64Array): void => {
  for (let column = 0; column < free.length; column += 1) {
    if (!free[column] || x[column] === 0) continue
    x[column] = 0
    for (const { coefficients, at, limit } of rows) {
      if (coefficients[column] === 0) continue
      let sum = -limit
      for (let k = 0; k < at.length; k += 1) sum += coefficients[at[k]!]! * x[at[k]!]!
      if (sum <= MET) continue
      x[column] = 1
      break
    }
  }
}

/** Better by less than half a penny, or the noise of parts, is not better. */
const BETTER = 0.5
const BETTER_PART = 1e-4

/**
 * Answers what any set of columns is worth by itself, or null where that is no more than a value already
 * reached. Every question begins at the relaxation of the whole market, with the columns that are away held
 * at nothing, and those that must be used at one. The pulse beats at every question, and within long ones, so
 * that somebody can stop it. Of a settled evaluator no answer depends on what was asked before: it learns how
 * to search from the whole market alone.
 */
export const evaluator = (program: Program, pulse: () => void, settled = false) => {
  const { columns } = program
  const free = freeOf(program)
  const all = Float64Array.from(columns, ({ upper }) => upper)
  const dense: DenseProgram = {
    objective: Float64Array.from(columns, ({ value }) => value),
    lower: new Float64Array(columns.length),
    upper: all,
    whole: Uint8Array.from(columns, ({ whole }) => (whole ? 1 : 0)),
    rows: withoutWeakerNeeds(program.rows.map(row => denseRow(program, row))),
    wholeValues: columns.every(({ whole, value }) => value === 0 || (whole && Number.isInteger(value))),
  }
  const memory = memoryOf(dense)
  const cancelled = (): boolean => {
    pulse()
    return false
  }
  if (settled) branchAndBound(dense, { memory, cancelled })
  memory.settled = settled
  return (present: Uint8Array, reached: number, used?: Uint8Array): Achieved | null => {
    pulse()
    const lower = new Float64Array(columns.length)
    const upper = new Float64Array(columns.length)
    for (let column = 0; column < columns.length; column += 1) {
      if (!present[column]) continue
      upper[column] = all[column]!
      if (free[column] || used?.[column] === 1) lower[column] = 1
    }
    const floor = reached + (dense.wholeValues ? BETTER : BETTER_PART)
    const { x, value } = branchAndBound({ ...dense, lower, upper }, { floor, memory, cancelled })
    if (x === null) return null
    leaveSpare(dense, free, x)
    const chosen: number[] = []
    for (let column = 0; column < columns.length; column += 1) if (x[column]! > NOTHING) chosen.push(column)
    return { value, chosen }
  }
}
