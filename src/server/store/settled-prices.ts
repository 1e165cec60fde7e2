import { type Kysely, sql } from 'kysely'
import type { CreditType } from '#domain/credit-type'
import { type Day, type Instant, marketDayOf } from '#domain/dates'
import type { Pence } from '#domain/money'
import { type PricedRound, priceCells, type PriceRange } from '#domain/price-cells'
import { knownTogetherInAll, sidesOf } from './known-together.ts'
import type { Database } from './tables.ts'

/** A settled round with what may be told of its prices, and its surplus; `year` is that in which it was settled. */
export interface SettledRound extends PricedRound {
  name: string
  settledAt: Instant
  surplus: Pence | null
}

const yearOf = (day: Day): number => Number(day.slice(0, 4))

/** The rounds that are settled, newest first: of one market, and only so many, where that is asked. */
export const settledRounds = async (
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
  const knownTogether = await knownTogetherInAll(
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
            year: yearOf(marketDayOf(settledAt)),
            organisations: sidesOf(payers, receivers),
            knownTogether: knownTogether(round.id),
          },
        ],
  )
}

/** Prices older than those of so many rounds say little of what a unit costs now. */
const ROUNDS_LOOKED_AT = 5

/**
 * Between which prices per unit, in pence, the middle half of the buyers of this type paid in the newest round of the market
 * whose prices are published (the median twice where no quartiles are); null where none are.
 */
export const publishedRange = async (
  db: Kysely<Database>,
  creditType: CreditType,
  marketId: string,
): Promise<PriceRange | null> => {
  const rounds = await settledRounds(db, { marketId, most: ROUNDS_LOOKED_AT })
  if (rounds.length === 0) return null
  const purchases = await db
    .selectFrom('settledPurchase')
    .select(['roundId', 'creditType', 'areaId', 'buyerId', 'supplierIds', 'units', 'payment'])
    .where('roundId', '=', sql<string>`any(${rounds.map(({ id }) => id)})`)
    .execute()
  const cells = priceCells(rounds, purchases).filter(
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
