import type { Kysely } from 'kysely'
import type { FailedMatch } from '#contract/desk/queue'
import { round as roundNoun } from '#contract/round/round'
import type { Database } from '../store/tables/tables.ts'
import type { QueueQuery } from './queue-counts.ts'

/** Rounds whose match failed, in the requested part of the queue, each with the reason of its last match. */
export const listFailedMatches = async (
  db: Kysely<Database>,
  { id, marketId, marketRoundId }: QueueQuery,
): Promise<FailedMatch[]> => {
  if (id !== undefined) return []
  const rows = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .select(['round.id', 'round.name', 'round.marketId', 'market.name as market'])
    .select(one =>
      one
        .selectFrom('matchResult')
        .select('failure')
        .whereRef('matchResult.roundId', '=', 'round.id')
        .orderBy('matchResult.ordinal', 'desc')
        .limit(1)
        .as('reason'),
    )
    .where('round.status', '=', 'Failed')
    .$if(marketId !== undefined, query => query.where('round.marketId', '=', marketId ?? ''))
    .$if(marketRoundId !== undefined, query => query.where('round.id', '=', marketRoundId ?? ''))
    .orderBy('round.ordinal')
    .execute()
  return rows.map(one => ({
    id: one.id,
    name: one.name,
    market: { id: one.marketId, name: one.market },
    link: roundNoun.page({ marketId: one.marketId, id: one.id }),
    reason: one.reason,
  }))
}
