import type { Pence } from '#domain/money'
import { fractionOf, partOf, portionAt, type Portion } from '../model/portions.ts'
import { totalValue, type Column, type Program } from '../model/program.ts'
import type { Solver } from '../solver/solve-request.ts'

/**
 * How far an item was from winning: by how many pence its owner would have had to move to tie; null when no
 * price would do.
 */
export type Distance = Pence | null

/** A part of the market in which something lost, with the best that it is worth. */
export interface Contest {
  program: Program
  solve: Solver
  best: Pence
}

/** What every forced solve is told besides. */
export interface ForceOptions {
  cancelled?: () => boolean
}

const boundsWith = ({ columns }: Program, column: number, least: number): Float64Array => {
  const lower = new Float64Array(columns.length)
  lower[column] = least
  return lower
}

/** One more solve with the losing item forced in whole: the surplus lost is what it lacked (market rules 2.7). */
export const distanceOf = (
  { program, solve, best }: Contest,
  column: number,
  options: ForceOptions,
): Distance => {
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

/** The smallest part at which a portion comes to anything. */
const leastOf = ({ ongoing, additional }: Portion): number =>
  Math.max(...[ongoing, additional].filter(units => units > 0).map(units => 1 / units))

/** Beyond so many pence nobody may bid, and sums would no longer be exact. */
const MOST_BID = 4_000_000_000_000_000

/** The least bid for a portion with which a match that takes some of it is worth as much as the best. */
const neededIn = (
  { program, best }: Pick<Contest, 'program' | 'best'>,
  x: Float64Array,
  column: number,
  portion: number,
): bigint => {
  const { grains = [], portions = [] } = program.columns[column]!
  const at = x[column]! >= 1 ? fractionOf(1) : partOf(grains, x[column]!)
  const { part, value } = portionAt(portions[portion]!, at)
  const rest = totalValue(program, x) - value
  const short = BigInt(best - rest) * part.under
  return short <= 0n ? 0n : (short + part.over - 1n) / part.over
}

/**
 * Of a divisible requirement a small part may tie before the whole does: how far its bid is from the least at which any
 * part of it would be in a match as good as the best. Each answer names the bid that it needs; then one is looked for
 * that needs less, until there is none (Dinkelbach 1967, in whole pence).
 */
export const distanceOfPart = (
  { program, solve, best }: Contest,
  column: number,
  portion: number,
  options: ForceOptions,
): Distance => {
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
