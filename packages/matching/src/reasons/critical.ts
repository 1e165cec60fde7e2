import type { Pence } from '@credit-market/values/money'
import {
  toFraction,
  restoreFraction,
  contractAtFraction,
  type DivisibleRequirement,
} from '../model/portions.ts'
import { totalContractedValue, type Column, type MarketProgram } from '../model/program.ts'
import type { Solver } from '../solver/solve-request.ts'

/** Pence by which the price of an item would have had to change to tie; null if no price would do. */
export type CriticalPriceDistance = Pence | null

/** A part of the market in which something lost, with its best value. */
export interface LosingItemSubmarket {
  program: MarketProgram
  solve: Solver
  best: Pence
}

/** Options of every forced solve. */
export interface ForcedSolveOptions {
  cancelled?: () => boolean
}

const boundsWith = ({ columns }: MarketProgram, column: number, least: number): Float64Array => {
  const lower = new Float64Array(columns.length)
  lower[column] = least
  return lower
}

/** Solves once more with the losing item forced in whole: the loss of surplus is its distance (market rules 2.7). */
export const criticalPriceDistance = (
  { program, solve, best }: LosingItemSubmarket,
  column: number,
  options: ForcedSolveOptions,
): CriticalPriceDistance => {
  const answer = solve({ ...options, program, lower: boundsWith(program, column, 1) })
  return answer.x === null ? null : best - answer.value
}

/** A column with another bid for one of its portions. */
const bidding = (column: Column, portion: number, bid: Pence): Column => {
  const { portions = [], value } = column
  const before = portions[portion]!.bid
  return {
    ...column,
    value: value + bid - before,
    portions: portions.map((one, at) => (at === portion ? { ...one, bid } : one)),
  }
}

/** The smallest part at which a portion has any units. */
const leastOf = ({ ongoing, additional }: DivisibleRequirement): number =>
  Math.max(...[ongoing, additional].filter(units => units > 0).map(units => 1 / units))

/** Limit of bids in pence, above which sums would no longer be exact. */
const MOST_BID = 4_000_000_000_000_000

/** The least bid for a portion at which a match that includes part of the portion has the best value. */
const neededIn = (
  { program, best }: Pick<LosingItemSubmarket, 'program' | 'best'>,
  x: Float64Array,
  column: number,
  portion: number,
): bigint => {
  const { grains = [], portions = [] } = program.columns[column]!
  const at = x[column]! >= 1 ? toFraction(1) : restoreFraction(grains, x[column]!)
  const { part, value } = contractAtFraction(portions[portion]!, at)
  const rest = totalContractedValue(program, x) - value
  const short = BigInt(best - rest) * part.under
  return short <= 0n ? 0n : (short + part.over - 1n) / part.over
}

/**
 * Distance of a divisible requirement, of which a small part may tie before the whole does: how far its bid is from
 * the least at which some part is in a match with the best value. Each answer gives the bid that it needs; the search
 * continues for a lower one until there is none (Dinkelbach 1967, in whole pence).
 */
export const partialWinDistance = (
  { program, solve, best }: LosingItemSubmarket,
  column: number,
  portion: number,
  options: ForcedSolveOptions,
): CriticalPriceDistance => {
  const own = program.columns[column]!.portions![portion]!
  const lower = boundsWith(program, column, leastOf(own))
  let needed: bigint | null = null
  let bid = own.bid
  for (;;) {
    const columns = program.columns.map((one, at) => (at === column ? bidding(one, portion, bid) : one))
    const asked = { ...program, columns }
    const floor: number | undefined = needed === null ? undefined : best - 1
    const { x } = solve({ ...options, program: asked, lower, floor })
    if (x === null) break
    needed = neededIn({ program: asked, best }, x, column, portion)
    if (needed <= BigInt(own.bid)) return 0
    bid = Math.min(Number(needed - 1n), MOST_BID)
  }
  return needed === null || needed > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(needed) - own.bid
}
