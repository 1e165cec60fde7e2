import { boundScratch, pricesOf, type Prices } from './safe-bound.ts'
import type { Program, Row } from '../model/program.ts'
import { branchAndBound, memoryOf } from './branch.ts'
import { denseRowOf, withoutWeakerNeeds } from './broken-rows.ts'
import { dividedIn, stepOf } from './dense-program.ts'
import type { DenseProgram } from './dense.ts'
import { flowEvaluator, isOpen } from './flow-evaluator.ts'
import { judgeOf, keeperOf } from './judge.ts'
import type { Achieved } from './solve-request.ts'
import { limitingParts, partCuts } from './part-cuts.ts'

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

/** Free supply that the match can do without is not used. */
const leaveSpare = (keeps: ReturnType<typeof keeperOf>, free: readonly boolean[], x: Float64Array): void => {
  for (let column = 0; column < free.length; column += 1) {
    if (!free[column] || x[column] === 0) continue
    x[column] = 0
    if (!keeps(x, column)) x[column] = 1
  }
}

/**
 * Answers what any set of columns is worth by itself, or null where that is no more than a value already
 * reached. Every question begins at the relaxation of the whole market, with the columns that are away held
 * at nothing, and those that must be used at one. The pulse beats at every question, and within long ones, so
 * that somebody can stop it. Of a settled evaluator no answer depends on what was asked before: it learns how
 * to search from the whole market alone. Where there is nothing better, `onNothing` hears at which prices the relaxation of
 * the question was solved: they bound others too.
 */
export const evaluator = (
  program: Program,
  pulse: () => void,
  settled = false,
  onNothing?: (prices: Prices) => void,
) => {
  if (isOpen(program)) return flowEvaluator(program, pulse)
  const { columns } = program
  const free = freeOf(program)
  const all = Float64Array.from(columns, ({ upper }) => upper)
  const keeps = keeperOf(program)
  const limiting = limitingParts(program, program.rows)
  const objective = Float64Array.from(columns, ({ value }) => value)
  const space = boundScratch(columns.length)
  const dense: DenseProgram = {
    objective,
    lower: new Float64Array(columns.length),
    upper: all,
    whole: Uint8Array.from(columns, ({ whole }) => (whole ? 1 : 0)),
    rows: withoutWeakerNeeds(program.rows.map(row => denseRow(program, row))),
    divided: dividedIn(program, true),
    step: stepOf(
      program,
      columns.map(({ value }) => value),
      true,
    ),
    judge: judgeOf(program),
    partCuts: standing => partCuts(program, limiting, standing),
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
    let prices: Prices | undefined
    const { x, value } = branchAndBound(
      { ...dense, lower, upper },
      {
        floor: reached,
        memory,
        cancelled,
        onRoot: onNothing && (root => (prices = pricesOf(root, objective, space))),
      },
    )
    if (x === null) {
      if (prices !== undefined) onNothing?.(prices)
      return null
    }
    leaveSpare(keeps, free, x)
    const chosen: number[] = []
    for (let column = 0; column < columns.length; column += 1) if (x[column]! > 0) chosen.push(column)
    return { value, chosen }
  }
}
