import { contracted } from '../model/portions.ts'
import type { Program, Row } from '../model/program.ts'
import { branchAndBound } from './branch.ts'
import { denseRowOf, type DenseRow } from './broken-rows.ts'
import type { DenseProgram, Divided } from './dense.ts'
import { judgeOf } from './judge.ts'
import { limitingParts, partCuts } from './part-cuts.ts'
import { heldRows, type SolveRequest, type SolveResult } from './solve-request.ts'

const rowOver = ({ columns }: Program, row: Row): DenseRow => {
  const coefficients = new Float64Array(columns.length)
  row.columns.forEach((column, at) => (coefficients[column] = coefficients[column]! + row.coefficients[at]!))
  const supplies = row.columns.filter((_, at) => row.coefficients[at]! < 0)
  const balance = !row.equal && row.limit === 0 && supplies.every(column => columns[column]!.whole)
  return denseRowOf(coefficients, row.limit, row.equal, balance)
}

/** Sums of parts, and values of bids that may be divided at will, are told apart down to this. */
const SMALL_STEP = 1e-10
const FREE_STEP = 1e-4

/** By how much one value of an objective is better than another: whole numbers by one. */
export const stepOf = ({ columns }: Program, objective: ArrayLike<number>, isValue: boolean): number => {
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

/** The columns of a program that are won in parts, and what their contracts lose. */
export const dividedIn = ({ columns }: Program, isValue: boolean): Divided[] =>
  columns.flatMap((column, at) =>
    column.grains === undefined
      ? []
      : [
          {
            column: at,
            grains: column.grains,
            lossOf: x => (isValue ? column.value * x - contracted(column, x) : 0),
          },
        ],
  )

/** The question put to our own branch and bound. */
export const denseProgramOf = (request: SolveRequest): DenseProgram => {
  const { program, objective, lower, upper, rows = [], relaxed = false, held } = request
  const { columns } = program
  const weights = Float64Array.from(columns, ({ value }, at) => objective?.[at] ?? value)
  const limiting = relaxed ? [] : limitingParts(program, [...(program.exact ?? program.rows), ...rows])
  return {
    objective: weights,
    lower: Float64Array.from(columns, (_, at) => lower?.[at] ?? 0),
    upper: Float64Array.from(columns, (column, at) => upper?.[at] ?? column.upper),
    whole: Uint8Array.from(columns, ({ whole }) => (whole && !relaxed ? 1 : 0)),
    rows: [...program.rows, ...rows, ...heldRows(program, held)].map(row => rowOver(program, row)),
    divided: relaxed ? [] : dividedIn(program, objective === undefined),
    step: relaxed ? FREE_STEP : stepOf(program, weights, objective === undefined),
    judge: relaxed ? null : judgeOf(program, { rows, objective, held }),
    partCuts: standing => partCuts(program, limiting, standing),
  }
}

/**
 * Answers a small question exactly, in the calling thread; stops after so many nodes, where a number is
 * given.
 */
export const solveWithBranchAndBound = (request: SolveRequest, nodes?: number): SolveResult => {
  const { x, value, proven, bound } = branchAndBound(denseProgramOf(request), {
    cancelled: request.cancelled,
    nodes,
    floor: request.floor,
  })
  if (!proven) return { status: 'stopped', x, value, bound }
  if (x === null) return { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }
  return { status: 'optimal', x, value, bound }
}
