import type { Program, Row } from '../model/program.ts'
import { branchAndBound, type DenseProgram } from './branch.ts'
import { denseRowOf, type DenseRow } from './broken-rows.ts'
import type { SolveRequest, SolveResult } from './solve-request.ts'

const rowOver = ({ columns }: Program, row: Row): DenseRow => {
  const coefficients = new Float64Array(columns.length)
  row.columns.forEach((column, at) => (coefficients[column] = coefficients[column]! + row.coefficients[at]!))
  const supplies = row.columns.filter((_, at) => row.coefficients[at]! < 0)
  const balance = !row.equal && row.limit === 0 && supplies.every(column => columns[column]!.whole)
  return denseRowOf(coefficients, row.limit, row.equal, balance)
}

/** The question put to our own branch and bound. */
export const denseProgramOf = ({
  program,
  objective,
  lower,
  upper,
  rows = [],
  relaxed = false,
}: SolveRequest): DenseProgram => {
  const { columns } = program
  const weights = Float64Array.from(columns, ({ value }, at) => objective?.[at] ?? value)
  return {
    objective: weights,
    lower: Float64Array.from(columns, (_, at) => lower?.[at] ?? 0),
    upper: Float64Array.from(columns, (column, at) => upper?.[at] ?? column.upper),
    whole: Uint8Array.from(columns, ({ whole }) => (whole && !relaxed ? 1 : 0)),
    rows: [...program.rows, ...rows].map(row => rowOver(program, row)),
    wholeValues: columns.every(
      ({ whole }, at) => weights[at] === 0 || (whole && !relaxed && Number.isInteger(weights[at])),
    ),
  }
}

/**
 * Answers a small question exactly, in the calling thread; stops after so many nodes, where a number is
 * given.
 */
export const solveWithBranchAndBound = (request: SolveRequest, nodes?: number): SolveResult => {
  const { x, value, proven } = branchAndBound(denseProgramOf(request), {
    cancelled: request.cancelled,
    nodes,
    floor: request.floor,
  })
  if (!proven) return { status: 'stopped', x, value, bound: Infinity }
  if (x === null) return { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }
  return { status: 'optimal', x, value, bound: value }
}
