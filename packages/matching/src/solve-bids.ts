import type { GenericBidsMarket } from './formats/read-bids.ts'
import { priceMatch, type PricedMatch } from './pricing/pricing.ts'
import type { WorkerPool } from './pricing/pool.ts'
import type { Solver } from './solver/solve-request.ts'
import { findBestMatch } from './winners/match.ts'
import type { ColumnTieRank } from './winners/winners.ts'

/** A market in the generic bids format, matched and priced. */
export interface GenericBidsResult {
  surplus: number
  decidedBy: 1 | 2 | 3 | 4
  /** Parts won, for each bidder that won anything, in the order of its bids. */
  fractions: Map<string, number[]>
  priced: PricedMatch
}

/** In this format a bid with positive money serves a need, and one with negative money funds a supply. */
const tieRanksOf = ({ program, bids }: GenericBidsMarket): ColumnTieRank[] => {
  const ranks = program.columns.map((): ColumnTieRank => ({ served: 0, projects: 0, order: null }))
  for (const [name, columns] of bids) {
    columns.forEach((column, at) => {
      const pays = program.columns[column]!.value > 0
      const order = `${name}|${String(at).padStart(6, '0')}`
      ranks[column] = { served: pays ? 1 : 0, projects: pays ? 0 : 1, order }
    })
  }
  return ranks
}

/** Seed of the reference implementation; only sampled where exact pricing is impossible. */
const SEED = 7777

const price = (market: GenericBidsMarket, x: ArrayLike<number>, pool?: WorkerPool): PricedMatch =>
  priceMatch(market.program, x, { seed: SEED, onProgress: () => {}, pulse: () => {}, pool })

/** Finds the best match of generic bids and divides its surplus. */
export const solveGenericBids = (
  market: GenericBidsMarket,
  solve: Solver,
  pool?: WorkerPool,
): GenericBidsResult => {
  const ranks = tieRanksOf(market)
  const { x, surplus, decidedBy } = findBestMatch(market.program, ranks, {
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
