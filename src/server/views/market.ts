import { rowLinks } from '#contract/nouns'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Market } from '#domain/market'
import type { MarketRow, MarketView } from '#contract/market'
import type { Database } from '../store/tables.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { roundRows } from './round.ts'
import { visibleTo } from './visible.ts'

/** Markets with those of their rounds that this reader may see, newest first. */
export const marketRows = async (
  db: Kysely<Database>,
  markets: readonly Market[],
  reader: Actor,
): Promise<MarketRow[]> => {
  const rounds = await db
    .selectFrom('round')
    .selectAll()
    .where('marketId', '=', sql<string>`any(${markets.map(market => market.id)})`)
    .where(visibleTo('round', reader))
    .orderBy('ordinal', 'desc')
    .execute()
  const rows = await roundRows(db, rounds, reader)
  return markets.map(({ id, name, description, placePrecision, issueAhead, instances }) => ({
    id,
    links: rowLinks('market', id),
    name,
    description,
    placePrecision,
    issueAhead,
    instances,
    rounds: rows.filter(row => row.market.id === id),
  }))
}

/** One market as this reader may see it. */
export const marketView = async (
  market: Market,
  reader: Actor,
  context: ViewContext,
): Promise<MarketView> => {
  const [row] = await marketRows(context.db, [market], reader)
  return {
    ...resourceOf('market', market, market.name, reader, { round: undefined, now: context.now }),
    description: market.description,
    placePrecision: market.placePrecision,
    issueAhead: market.issueAhead,
    instances: market.instances,
    rounds: row!.rounds,
  }
}
