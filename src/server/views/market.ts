import { rowLinks } from '#contract/nouns/nouns'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { Market } from '#domain/round/market'
import type { MarketRow, MarketView } from '#contract/round/market'
import type { Database } from '../store/tables/tables.ts'
import { poundsOrNull } from './kit/amounts.ts'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { roundRows } from './round.ts'
import { visibleToActorSql } from './kit/visible.ts'

/** Rows of a list of markets with the rounds that this reader may see, newest first. */
export const marketRows = async (
  db: Kysely<Database>,
  markets: readonly Market[],
  reader: Actor,
): Promise<MarketRow[]> => {
  const rounds = await db
    .selectFrom('round')
    .selectAll()
    .where('marketId', '=', sql<string>`any(${markets.map(market => market.id)})`)
    .where(visibleToActorSql('round', reader))
    .orderBy('ordinal', 'desc')
    .execute()
  const rows = await roundRows(db, rounds, reader)
  return markets.map(({ id, name, description, placePrecision, paymentSchedule, ...market }) => ({
    ...{ id, links: rowLinks('market', id), name, description, placePrecision },
    ...{ issueAhead: market.issueAhead, instances: market.instances },
    paymentSchedule: [...paymentSchedule],
    latePayment: market.latePayment,
    deposit: poundsOrNull(market.deposit),
    ...{ sellsAs: market.sellsAs, unitsVat: market.unitsVat },
    rounds: rows.filter(row => row.market.id === id),
  }))
}

/** View of one market for this reader. */
export const marketView = async (
  market: Market,
  reader: Actor,
  context: ViewContext,
): Promise<MarketView> => {
  const [row] = await marketRows(context.db, [market], reader)
  const { id: _, links: __, name: ___, ...shown } = row!
  return {
    ...commonResourceView('market', market, market.name, reader, { round: undefined, now: context.now }),
    ...shown,
  }
}
