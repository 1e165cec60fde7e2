import { contractedValue } from '../model/portions.ts'
import type { MarketProgram, Row } from '../model/program.ts'
import { branchAndBound } from './branch.ts'
import { createDenseRow, type DenseRow } from './broken-rows.ts'
import type { DenseProgram, DivisibleVariable } from './dense.ts'
import { interchangeableChoices, NO_INTERCHANGEABLE_CHOICES } from './interchangeable.ts'
import { createFeasibilityChecker } from './judge.ts'
import { findRoundableRows, findRoundingCuts } from './part-cuts.ts'
import { requiredSumRows, type SolveRequest, type SolveResult } from './solve-request.ts'

const rowOver = ({ columns }: MarketProgram, row: Row): DenseRow => {
  const coefficients = new Float64Array(columns.length)
  row.columns.forEach((column, at) => (coefficients[column] = coefficients[column]! + row.coefficients[at]!))
  const supplies = row.columns.filter((_, at) => row.coefficients[at]! < 0)
  const balance = !row.equal && row.limit === 0 && supplies.every(column => columns[column]!.whole)
  return createDenseRow(coefficients, row.limit, row.equal, balance)
}

/** Smallest difference between sums of parts, and between values of arbitrarily divisible bids. */
const SMALL_STEP = 1e-10
const FREE_STEP = 1e-4

/** Smallest difference between two values of an objective: 1 if it is whole. */
export const minObjectiveStep = (
  { columns }: MarketProgram,
  objective: ArrayLike<number>,
  isValue: boolean,
): number => {
  const counts = columns.every(
    ({ whole, grains }, at) =>
      objective[at] === 0 ||
      (Number.isInteger(objective[at]) && (whole || (isValue && grains !== undefined))),
  )
  if (counts) return 1
  const isFree = columns.some(
    ({ whole, grains }, at) => !whole && grains === undefined && objective[at] !== 0,
  )
  return isFree || isValue ? FREE_STEP : SMALL_STEP
}

/** Columns of a program that can be won in part, and what rounding in their contracts loses. */
export const divisibleColumnsWithRoundingLoss = (
  { columns }: MarketProgram,
  isValue: boolean,
): DivisibleVariable[] =>
  columns.flatMap((column, at) =>
    column.grains === undefined
      ? []
      : [
          {
            column: at,
            grains: column.grains,
            lossOf: x => (isValue ? column.value * x - contractedValue(column, x) : 0),
          },
        ],
  )

/** Converts a question for our own branch and bound. */
export const createDenseProgram = (request: SolveRequest): DenseProgram => {
  const { program, objective, lower, upper, rows = [], relaxed = false, held } = request
  const { columns } = program
  const weights = Float64Array.from(columns, ({ value }, at) => objective?.[at] ?? value)
  const limiting = relaxed ? [] : findRoundableRows(program, [...(program.exact ?? program.rows), ...rows])
  const reached = requiredSumRows(program, held)
  return {
    objective: weights,
    lower: Float64Array.from(columns, (_, at) => lower?.[at] ?? 0),
    upper: Float64Array.from(columns, (column, at) => upper?.[at] ?? column.upper),
    whole: Uint8Array.from(columns, ({ whole }) => (whole && !relaxed ? 1 : 0)),
    rows: [...program.rows, ...rows, ...reached].map(row => rowOver(program, row)),
    divided: relaxed ? [] : divisibleColumnsWithRoundingLoss(program, objective === undefined),
    step: relaxed ? FREE_STEP : minObjectiveStep(program, weights, objective === undefined),
    judge: relaxed ? null : createFeasibilityChecker(program, { rows, objective, held }),
    partCuts: standing => findRoundingCuts(program, limiting, standing),
    alike: relaxed
      ? NO_INTERCHANGEABLE_CHOICES
      : interchangeableChoices(program, at => weights[at]!, [...rows, ...reached]),
  }
}

/** Answers a small question exactly in the calling thread; stops after `nodes`, if set. */
export const solveWithBranchAndBound = (request: SolveRequest, nodes?: number): SolveResult => {
  const { x, value, proven, bound } = branchAndBound(createDenseProgram(request), {
    cancelled: request.cancelled,
    nodes,
    floor: request.floor,
  })
  if (!proven) return { status: 'stopped', x, value, bound }
  if (x === null) return { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }
  return { status: 'optimal', x, value, bound }
}
