import type { Pence } from '#domain/money'
import { contracted, type Divisible } from './portions.ts'

/**
 * Something that is won or not: a project, a requirement, several tied together, or a flow that nobody owns.
 */
export interface Column extends Divisible {
  /** The organisation it belongs to, as an index into `players`; -1 for a flow. */
  player: number
  /** Pence for all of it: a bid, or an ask with a minus. */
  value: Pence
  /** All or nothing; otherwise a part: in whole ten-thousandths of its units where it has portions, else at will. */
  whole: boolean
  upper: number
}

/** A sum of columns that may not exceed its limit, or must equal it. */
export interface Row {
  columns: number[]
  coefficients: number[]
  limit: number
  equal: boolean
  /** Over several needs: it binds columns, but connects them only where it says more than the rows of its parts. */
  union?: boolean
}

/** Supply and need of one kind: how much each column brings or takes, in fine units. */
export type Amounts = Map<number, number>

/**
 * Who can serve whom in one period: need nodes and supply nodes, with an edge where a service may serve a
 * need.
 */
export interface Block {
  needs: { amounts: Amounts; from: number[] }[]
  supplies: Amounts[]
}

/**
 * A market as the solver sees it, whichever format it came in: the greatest total value under its rows is
 * sought.
 */
export interface Program {
  players: string[]
  columns: Column[]
  rows: Row[]
  /** The rows by which a choice is judged, in whole numbers, where `rows` are tighter ones for the relaxation. */
  exact?: readonly Row[]
  /** Blocks with too many rows to write down; their rows are taken in once a choice breaks them. */
  blocks?: readonly Block[]
  /** Blocks that are written with flows; a choice is judged by them in whole numbers. */
  flowing?: readonly Block[]
}

/** Of a bid divided at will, a fraction below this is taken as nothing won (market rules 3.9). */
export const NOTHING = 1e-6

/** What a choice of columns is worth, in pence, as it would be contracted. */
export const totalValue = (program: Program, x: ArrayLike<number>): number =>
  program.columns.reduce((sum, column, at) => sum + contracted(column, x[at]!), 0)

/** Is every value a whole number of pence? Only bids of the generic format, divided at will, come to others. */
export const isInPence = ({ columns }: Program): boolean =>
  columns.every(
    ({ value, whole, grains }) => value === 0 || (Number.isInteger(value) && (whole || grains !== undefined)),
  )

/** Values that are no whole pence cannot be told apart below this. */
export const SAME_MONEY = 0.02

/** A row with its supplies capped at what the row can use: the same whole choices, a tighter relaxation. */
export const tightened = (program: Program, row: Row): Row => {
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
