import { type Kysely, sql } from 'kysely'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { type Day, type Instant, englishDayOf } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import { type SettledPriceRound, calculatePriceCells, type PriceRange } from '#domain/prices/price-cells'
import { readRelatedOwnersByRound, toMatchParties } from './known-together.ts'
import type { Database } from './tables/tables.ts'

/** A settled round with its surplus and the prices that may be published; `year` is the year of its settlement. */
export interface SettledRound extends SettledPriceRound {
  name: string
  settledAt: Instant
  surplus: Pence | null
}

const yearOf = (day: Day): number => Number(day.slice(0, 4))

/** Lists settled rounds, newest first; optionally of one market and limited in number. */
export const listSettledRounds = async (
  db: Kysely<Database>,
  { marketId, most }: { marketId?: string; most?: number } = {},
): Promise<SettledRound[]> => {
  const rows = await db
    .selectFrom('round')
    .innerJoin('settledRound', 'settledRound.roundId', 'round.id')
    .select(['round.id', 'round.name', 'round.marketId', 'round.settledAt', 'surplus', 'payers', 'receivers'])
    .where('round.status', '=', 'Settled')
    .$if(marketId !== undefined, rounds => rounds.where('round.marketId', '=', marketId!))
    .orderBy('round.settledAt', 'desc')
    .$if(most !== undefined, rounds => rounds.limit(most!))
    .execute()
  if (rows.length === 0) return []
  const knownTogether = await readRelatedOwnersByRound(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ settledAt, payers, receivers, ...round }) =>
    settledAt === null
      ? []
      : [
          {
            ...round,
            settledAt,
            year: yearOf(englishDayOf(settledAt)),
            organisations: toMatchParties(payers, receivers),
            knownTogether: knownTogether(round.id),
          },
        ],
  )
}

/** Prices from before that many rounds say little about the present price of a unit. */
const ROUNDS_LOOKED_AT = 5

/**
 * Returns the published interquartile range of prices per unit, in pence, that buyers of this credit type paid in the
 * newest round of the market with published prices (the median twice if there are no quartiles); null if there are
 * none.
 */
export const readPublishedPriceRange = async (
  db: Kysely<Database>,
  creditType: CreditType,
  marketId: string,
): Promise<PriceRange | null> => {
  const rounds = await listSettledRounds(db, { marketId, most: ROUNDS_LOOKED_AT })
  if (rounds.length === 0) return null
  const purchases = await db
    .selectFrom('settledPurchase')
    .select(['roundId', 'creditType', 'areaId', 'buyerId', 'supplierIds', 'units', 'payment'])
    .where('roundId', '=', sql<string>`any(${rounds.map(({ id }) => id)})`)
    .execute()
  const cells = calculatePriceCells(rounds, purchases).filter(
    cell => cell.scope === 'round' && cell.creditType === creditType && cell.prices,
  )
  for (const { id, name } of rounds) {
    const prices = cells.find(({ roundId }) => roundId === id)?.prices
    if (!prices) continue
    const [low, high] = prices.middleHalf ?? [prices.median, prices.median]
    return { low, high, round: name }
  }
  return null
}
