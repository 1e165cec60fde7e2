import { type RawBuilder, sql } from 'kysely'

const UNNUMBERED = sql<{ id: string }>`
  select id from (select id, place, preceding, lag(place, 1, 0) over (partition by issuer_id, kind order by place) as before,
      last_value(place) over (partition by issuer_id, kind order by place rows between unbounded preceding and unbounded following) as greatest,
      (select last from invoice_series as series where series.issuer_id = invoice.issuer_id and series.kind = invoice.kind) as last
    from invoice where kind <> 'deposit') as placed
  where place <> before + 1 or preceding is distinct from nullif(before, 0) or place = greatest and last is distinct from greatest`

const MISCOUNTED = sql<{ id: string }>`
  select id from invoice where (net, net, vat) is distinct from (
    (select coalesce(sum((one ->> 'amount')::bigint), 0) from jsonb_array_elements(content -> 'lines') as one),
    (select coalesce(sum((one ->> 'net')::bigint), 0) from jsonb_array_elements(content -> 'taxes') as one),
    (select coalesce(sum((one ->> 'vat')::bigint), 0) from jsonb_array_elements(content -> 'taxes') as one))`

const UNBOOKED = sql<{ id: string }>`
  select id from invoice where vat * case purpose when 'due' then 1 else -1 end is distinct from coalesce(
    (select sum(amount) from money_posting join money_account on money_account.id = account_id
      where entry_id = 'invoice ' || invoice.id and organisation_id = party_id), 0)`

/** Standing invoices about an item that are more than what its round settled. */
const EXCESSIVE = sql<{ id: string }>`
  select max(invoice.id) as id from invoice
  where kind in ('invoice', 'selfBilled') and not exists (select from invoice as credit where credit.credits_id = invoice.id and credit.is_reissued)
  group by round_id, item_id, purpose
  having sum(net) > (select coalesce(abs(sum(amount)), 0) from money_posting join money_account on money_account.id = account_id
    where entry_id = 'settlement ' || invoice.round_id and money_posting.item_id = invoice.item_id and money_account.purpose = invoice.purpose)`

/** Refunds and interest that are not posted to the account of their buyer, and refunds that are more than its invoices. */
const MISREFUNDED = sql<{ id: string }>`
  select id from invoice where event in ('unitsFailed', 'paidLate') and (net is distinct from (select amount from money_posting
      where entry_id = case event when 'unitsFailed' then 'refund ' else 'interest ' end || invoice.id and account_id = 'due ' || party_id)
    or (select sum(net) from invoice as its where its.item_id = invoice.item_id and its.purpose = 'due' and event <> 'paidLate') < 0)`

/** Credit notes whose amount is not invoiced again, and that are not posted to the account of their party. */
const UNCREDITED = sql<{ id: string }>`
  select id from invoice where kind = 'creditNote' and not is_reissued and event not in ('paidLate', 'bidMade', 'depositEnded')
    and net * case purpose when 'due' then 1 else -1 end is distinct from coalesce((select sum(amount) from money_posting
      where entry_id = 'credit ' || invoice.id and account_id = purpose || ' ' || party_id), 0)`

/** Checks of invoices: rows that each one finds, and what is wrong with them. */
export const INVOICE_CHECKS: readonly (readonly [rows: RawBuilder<{ id: string }>, why: string])[] = [
  [UNNUMBERED, 'is not in its place in its series, or the one after it is missing'],
  [MISCOUNTED, 'has lines that do not add up to its totals'],
  [UNBOOKED, 'differs from the books in its VAT'],
  [UNCREDITED, 'is a final credit note that differs from the books'],
  [EXCESSIVE, 'is for more than what its round settled'],
  [
    MISREFUNDED,
    'is a refund or interest that differs from the books, or a refund of more than what was invoiced',
  ],
]
