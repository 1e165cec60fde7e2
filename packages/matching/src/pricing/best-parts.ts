import type { MarketProgram } from '../model/program.ts'
import { divisibleUnits, type WholeRows } from './whole-rows.ts'

/** Limit of divisible bids, because sets of them are bit masks. */
export const MOST_DIVISIBLE = 30

/** A bound in pence this far above a value, or less, shows that no value in whole pence is greater. */
const BELOW_A_PENNY = 1 - 2 ** -10

/** The divisible bids of a program, the highest price for a unit first. */
export interface DivisibleBids {
  columns: number[]
  /** The value of the best parts of some of the bids, as `createPartFilling` describes. */
  fill: (some: number, room: Float64Array) => number | undefined
}

/**
 * Returns the divisible bids of a program, and a function that takes a bit mask of them and what is left of each
 * row, finds the value in pence of their best parts, and deducts the units that win. The highest price for a unit comes
 * first, and each bid wins as many units as fit. No other parts are worth more (Edmonds 1970) if, whenever a bid does not
 * win in full, some full rows contain all such bids so far, and no two of these rows share a bid that wins. Otherwise, or
 * if rounding to pence may matter, the answer is undefined.
 */
export const createPartFilling = (program: MarketProgram, { limits, of }: WholeRows): DivisibleBids => {
  const priceOf = (column: number): number =>
    program.columns[column]!.value / divisibleUnits(program.columns[column]!)!
  const columns = [...program.columns.keys()]
    .filter(column => !program.columns[column]!.whole)
    .toSorted((a, b) => priceOf(b) - priceOf(a))
  const prices = Float64Array.from(columns, priceOf)
  const values = Float64Array.from(columns, column => program.columns[column]!.value)
  const units = Float64Array.from(columns, column => divisibleUnits(program.columns[column]!)!)
  const rowsOf = columns.map(column => of[column]!.rows)
  const takes = new Float64Array(limits.length)
  const members = new Int32Array(limits.length)
  columns.forEach((column, bid) => {
    of[column]!.rows.forEach((row, k) => {
      takes[row] = of[column]!.amounts[k]!
      members[row]! |= 1 << bid
    })
  })
  const limiting = Int32Array.from(limits.keys()).filter(row => takes[row]! > 0)
  const left = new Float64Array(limits.length)
  let full: number[] = []

  /** Adds a full row in place of those that share a winning bid with it; false if one of those contains another bid that has not won in full. */
  const isShownBy = (row: number, taken: number, short: number): boolean => {
    const own = members[row]!
    const isApart = (other: number): boolean => (other & own & taken) === 0
    for (const other of full) if (!isApart(other) && (other & short & ~own) !== 0) return false
    full = full.filter(isApart)
    full.push(own)
    return true
  }

  const fill = (some: number, room: Float64Array): number | undefined => {
    for (const row of limiting) left[row] = Math.floor(room[row]! / takes[row]!)
    full = []
    let [taken, short, value, bound] = [0, 0, 0, 0]
    for (let rest = some; rest !== 0; rest &= rest - 1) {
      const bid = 31 - Math.clz32(rest & -rest)
      const rows = rowsOf[bid]!
      let won = units[bid]!
      for (let k = 0; k < rows.length; k += 1) if (left[rows[k]!]! < won) won = left[rows[k]!]!
      if (won > 0) {
        taken |= 1 << bid
        for (let k = 0; k < rows.length; k += 1) {
          left[rows[k]!]! -= won
          room[rows[k]!]! -= won * takes[rows[k]!]!
        }
        bound += won * prices[bid]!
        value += Math.floor((won * values[bid]!) / units[bid]!)
      }
      if (won === units[bid]) continue
      short |= 1 << bid
      if (full.some(other => ((other >> bid) & 1) === 1)) continue
      let isShown = false
      for (let k = 0; k < rows.length && !isShown; k += 1)
        isShown = left[rows[k]!] === 0 && isShownBy(rows[k]!, taken, short)
      if (!isShown) return undefined
    }
    return bound - value <= BELOW_A_PENNY ? value : undefined
  }
  return { columns, fill }
}
