import type { Pence } from '@credit-market/values/money'
import { contractedValue, type DivisibleColumn } from './portions.ts'

/** A decision of the solver: a project, a requirement, several tied together, or a flow without an owner. */
export interface Column extends DivisibleColumn {
  /** The owning organisation, as an index into `players`; -1 for a flow. */
  player: number
  /** Full value in pence: a bid, or a negative ask. */
  value: Pence
  /** All or nothing; otherwise a part, in whole ten-thousandths of its units if it has portions, else any fraction. */
  whole: boolean
  upper: number
}

/** A weighted sum of columns that may not exceed its limit, or must equal it. */
export interface Row {
  columns: number[]
  coefficients: number[]
  limit: number
  equal: boolean
  /** Over several needs: it binds columns, but connects them only if it says more than the rows of its parts. */
  union?: boolean
}

/** Supply and need of one kind: the amount that each column supplies or needs, in ten-thousandths. */
export type AmountsByColumn = Map<number, number>

/** Graph of one period: need nodes, supply nodes, and an edge where a service may serve a need. */
export interface ProgramBlock {
  needs: { amounts: AmountsByColumn; from: number[] }[]
  supplies: AmountsByColumn[]
}

/** A market as the solver sees it, from either format: maximise total value under the rows. */
export interface MarketProgram {
  players: string[]
  columns: Column[]
  rows: Row[]
  /** The rows that decide in whole numbers, if `rows` has tighter ones for the relaxation. */
  exact?: readonly Row[]
  /** Blocks with too many rows to write out; a row is added when a choice breaks it. */
  blocks?: readonly ProgramBlock[]
  /** Blocks written as flows, by which a choice is checked in whole numbers. */
  flowing?: readonly ProgramBlock[]
}

/** Fraction of an arbitrarily divisible bid below which nothing is won (market rules 3.9). */
export const MIN_WON_FRACTION = 1e-6

/** Value of a choice of columns in pence, as it would be contracted. */
export const totalContractedValue = (program: MarketProgram, x: ArrayLike<number>): number =>
  program.columns.reduce((sum, column, at) => sum + contractedValue(column, x[at]!), 0)

/**
 * True if every value is a whole number of pence; only arbitrarily divisible bids of the generic format have others.
 */
export const hasOnlyWholePenceValues = ({ columns }: MarketProgram): boolean =>
  columns.every(
    ({ value, whole, grains }) => value === 0 || (Number.isInteger(value) && (whole || grains !== undefined)),
  )

/** Difference in pence below which values that are not whole pence count as equal. */
export const MONEY_TOLERANCE = 0.02

/** A row with its supplies capped at what it can use: the same whole choices, a tighter relaxation. */
export const tightenRow = (program: MarketProgram, row: Row): Row => {
  if (row.equal || row.limit !== 0) return row
  const most = row.coefficients.reduce((sum, c, at) => {
    const upper = program.columns[row.columns[at]!]!.upper
    return c > 0 ? sum + c * upper : sum
  }, 0)
  const coefficients = row.coefficients.map((c, at) =>
    c < 0 && program.columns[row.columns[at]!]!.whole ? Math.max(c, -most) : c,
  )
  return { ...row, coefficients }
}
