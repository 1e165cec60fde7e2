import { type Kysely, sql } from 'kysely'
import type { MoneyView } from '#contract/money/money'
import type { Database } from '#server/store/tables/tables'
import { pence } from './papers.ts'

interface ItemBalance {
  itemId: string
  partyId: string
  /** What the party owes or is owed about the item, by the books. */
  balance: number
  settled: number
  /** Net amounts of invoices that were not issued again. */
  invoiced: number
  /** Open amounts of documents; refunds that the bank has not paid and deposits that the market operator holds count negative. */
  open: number
  isBilled: boolean
}

const readBalances = async (db: Kysely<Database>): Promise<ItemBalance[]> => {
  const { rows } = await sql<ItemBalance>`
    with posted as (
      select item_id, party_id, item_kind, sum(amount) as balance, coalesce(sum(amount) filter (where kind = 'settlement'), 0) as settled
      from money_posting join money_entry on money_entry.id = entry_id join money_account on money_account.id = account_id
      where organisation_id is not null and item_id is not null group by 1, 2, 3
    ), document as (
      select *, exists (select from invoice as note where note.credits_id = invoice.id and note.is_reissued) as is_replaced,
        exists (select from invoice as note where note.credits_id = invoice.id) as is_credited,
        abs(coalesce((select sum(amount) from payment where invoice_id = invoice.id), 0)) as paid
      from invoice
    )
    select item_id as "itemId", posted.party_id as "partyId", balance::bigint * case when settled < 0 then -1 else 1 end as balance, abs(settled)::bigint as settled,
      (select coalesce(sum(net), 0) from document where document.item_id = posted.item_id and kind in ('invoice', 'selfBilled')
        and not is_replaced)::bigint as invoiced,
      (select coalesce(sum(case kind when 'deposit' then -(select amount from deposit_left(array[document.id]))
        else (abs(net + vat) - paid) * case when kind in ('refund', 'depositReturn') then -1 else 1 end end), 0) from document
        where document.item_id = posted.item_id and kind <> 'creditNote' and not is_credited)::bigint as open,
      item_kind = 'requirement' or self_billing_since is not null as "isBilled"
    from posted join organisation on organisation.id = posted.party_id`.execute(db)
  return rows
}

/**
 * Offers and bids whose balance is not what waits for an event, which no invoice asks for yet, and what is open on documents: what
 * settled rounds said, less invoices, credit notes and payments. `read` reads as the market operator.
 */
export const findUnexplained = async (
  db: Kysely<Database>,
  read: (url: string) => Promise<MoneyView>,
): Promise<string[]> => {
  const balances = await readBalances(db)
  const waiting = new Map<string, number>()
  for (const party of new Set(balances.map(({ partyId }) => partyId))) {
    const { instalments } = await read(`/api/money?organisationId=${party}`)
    for (const { item, due, amount } of instalments)
      if (due === null) waiting.set(item.id, (waiting.get(item.id) ?? 0) + pence(amount))
  }
  return balances.flatMap(({ itemId, balance, settled, invoiced, open, isBilled }) => [
    ...(balance === settled - invoiced + open ? [] : [`${itemId} has ${balance}`]),
    ...(!isBilled || settled - invoiced === (waiting.get(itemId) ?? 0)
      ? []
      : [`${itemId} has ${settled - invoiced} that is not invoiced`]),
  ])
}
