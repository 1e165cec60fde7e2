import { sql, type Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import type { MatchSolution } from '#domain/match-solution'
import { type Pence, poundsOf } from '#domain/money'
import type { RoundStatus } from '#domain/round'
import { mayKnowAmount } from '#domain/sealed'
import type { ItemResult } from '#contract/project'
import type { Database } from '../store/tables.ts'
import { readsAll } from '#contract/read-access'

/** Pounds, or null for none. */
export const inPounds = (amount: Pence | null): number | null => (amount === null ? null : poundsOf(amount))

/** An offer or bid as this reader may know it: its amount, or only that there is one (market rules 0.10). */
export const sealedFrom = (
  reader: Actor,
  item: { ownerId: string; roundId: string },
  amount: Pence | null,
  roundStatus: RoundStatus,
): { amount: number | null; isSealed: boolean } => {
  if (amount === null) return { amount: null, isSealed: false }
  return mayKnowAmount(reader, item, roundStatus)
    ? { amount: poundsOf(amount), isSealed: false }
    : { amount: null, isSealed: true }
}

/**
 * What became of one offer or bid: for the operator once the engine has answered, for its owner and the owner's
 * agent for offers and bids once the round is settled. What would have won is told on other pages, to the operator.
 */
export const resultOf = async (
  db: Kysely<Database>,
  reader: Actor,
  item: { id: string; ownerId: string; roundId: string; of: 'projects' | 'requirements' },
  roundStatus: RoundStatus,
): Promise<ItemResult | null> => {
  const isTold = roundStatus === 'Settled' || (roundStatus === 'Matched' && readsAll(reader))
  if (!isTold || !mayKnowAmount(reader, item, roundStatus)) return null
  const row = await db
    .selectFrom('matchResult')
    .select([
      sql<MatchSolution['requirements'][number] | null>`jsonb_path_query_first(solution,
        ${sql.lit(`$.${item.of}[*] ? (@.id == $id)`)}, jsonb_build_object('id', ${item.id}::text))`.as(
        'found',
      ),
      sql<Pence>`(solution ->> 'surplus')::bigint`.as('surplus'),
    ])
    .where('roundId', '=', item.roundId)
    .where('solution', 'is not', null)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.found) return null
  const { won, value, share, payment, reason, sentence, fraction, ongoingOnly } = row.found
  return {
    won,
    value: poundsOf(value),
    share: poundsOf(share),
    payment: poundsOf(payment),
    reason,
    sentence,
    percent: fraction === undefined ? (won ? 100 : 0) : fraction / 100,
    ongoingOnly: ongoingOnly ?? false,
    surplusOfRound: poundsOf(row.surplus),
  }
}
