import { type Kysely, sql } from 'kysely'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { RequirementView } from '#contract/requirement/requirement'
import { depositStateOf } from '#domain/money/deposit'
import { paymentReference } from '#domain/money/invoice'
import type { Actor } from '#domain/people/actor'
import type { Requirement } from '#domain/project/requirement'
import type { Database } from '../store/tables/tables.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'

/**
 * Reads the last deposit of a requirement, for a reader who may read its document; null if none was asked for. It may be of an earlier
 * round, while none is asked for in the present one.
 */
export const readDepositView = async (
  db: Kysely<Database>,
  { id }: Pick<Requirement, 'id'>,
  reader: Actor,
): Promise<RequirementView['deposit']> => {
  const deposit = await db
    .selectFrom('invoice')
    .innerJoin('round', 'round.id', 'invoice.roundId')
    .select(['invoice.id', 'invoice.name', 'net', 'due', 'round.id as roundId', 'round.name as roundName'])
    .where('itemId', '=', id)
    .where('kind', '=', 'deposit')
    .where(visibleToActorSql('invoice', reader))
    .orderBy('invoice.ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!deposit) return null
  const { rows } = await sql<{
    paid: Pence
    setOff: Pence
    payBack: Pence
    paidBack: Pence
    isTakenBack: boolean
  }>`
    select coalesce((select sum(amount) from payment where invoice_id = one.id), 0)::bigint as paid,
      coalesce((select sum(amount) from payment where deposit_id = one.id), 0)::bigint as "setOff",
      coalesce((select -sum(net) from invoice as note where credits_id = one.id and kind = 'depositReturn' and not is_ended(note.id)), 0)::bigint as "payBack",
      coalesce((select -sum(amount) from payment join invoice as note on note.id = invoice_id
        where credits_id = one.id and kind = 'depositReturn'), 0)::bigint as "paidBack",
      exists (select from invoice as its where its.credits_id = one.id and its.kind = 'creditNote') as "isTakenBack"
    from invoice as one where one.id = ${deposit.id}`.execute(db)
  const amounts = { asked: deposit.net, ...rows[0]! }
  return {
    ...{ document: { id: deposit.id, name: deposit.name }, due: deposit.due },
    round: { id: deposit.roundId, name: deposit.roundName },
    ...{ amount: poundsOf(deposit.net), reference: paymentReference(deposit.name) },
    ...{
      paid: poundsOf(amounts.paid),
      setOff: poundsOf(amounts.setOff),
      paidBack: poundsOf(amounts.paidBack),
    },
    state: depositStateOf(amounts),
  }
}
