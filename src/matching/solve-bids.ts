import type { BidsMarket } from './formats/read-bids.ts'
import { priceMatch, type Priced } from './pricing/pricing.ts'
import type { WorkerPool } from './pricing/pool.ts'
import type { Solver } from './solver/solve-request.ts'
import { findMatch } from './winners/match.ts'
import type { TieRank } from './winners/winners.ts'

/** A market in the generic bids format, matched and priced. */
export interface BidsResult {
  surplus: number
  decidedBy: 1 | 2 | 3 | 4
  /** Parts won, for each bidder that won anything, in the order of its bids. */
  fractions: Map<string, number[]>
  priced: Priced
}

/** In this format a bid that brings money serves a need, and one that asks money funds a supply. */
const tieRanksOf = ({ program, bids }: BidsMarket): TieRank[] => {
  const ranks = program.columns.map((): TieRank => ({ served: 0, projects: 0, order: null }))
  for (const [name, columns] of bids) {
    columns.forEach((column, at) => {
      const pays = program.columns[column]!.value > 0
      const order = `${name}|${String(at).padStart(6, '0')}`
      ranks[column] = { served: pays ? 1 : 0, projects: pays ? 0 : 1, order }
    })
  }
  return ranks
}

/** Sampled only beyond what can be priced exactly; the seed is the reference implementation's. */
const SEED = 7777

const price = (market: BidsMarket, x: ArrayLike<number>, pool?: WorkerPool): Priced =>
  priceMatch(market.program, x, { seed: SEED, onProgress: () => {}, pulse: () => {}, pool })

/** Finds the best match of generic bids and shares its surplus. */
export const solveBids = (market: BidsMarket, solve: Solver, pool?: WorkerPool): BidsResult => {
  const ranks = tieRanksOf(market)
  const { x, surplus, decidedBy } = findMatch(market.program, ranks, {
    solve,
    isOver: () => false,
    onProgress: () => {},
  })
  const parts = [...market.bids].map(([name, columns]): [string, number[]] => [
    name,
    columns.map(at => x[at]!),
  ])
  const won = parts.filter(([, fractions]) => fractions.some(fraction => fraction > 0))
  return { surplus, decidedBy, fractions: new Map(won), priced: price(market, x, pool) }
}
