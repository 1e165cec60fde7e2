import { type Kysely, sql } from 'kysely'
import type { Day } from '@credit-market/values/dates'
import type { CheckFunds } from '#domain/money/bookings/account-booking'
import type { ReturnedPayment } from '#domain/money/returned-payment'
import type { Pence } from '@credit-market/values/money'
import type { Database } from './tables/tables.ts'

/**
 * Lists the ids of self-billed invoices, refunds and deposits to pay back that are due, have an open part and are in no live payment run: those of organisations with a bank
 * account first, and then the first due first.
 */
export const listPayableInvoices = async (
  db: Kysely<Database>,
  day: Day,
  most: number,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from open_invoice join invoice on invoice.id = invoice_id
    where open_invoice.kind in ('selfBilled', 'refund', 'depositReturn') and open_invoice.due <= ${day}
      and not exists (select from payment_order where payment_order.invoice_id = invoice.id and is_live)
    order by (select iban is null from organisation where organisation.id = party_id), invoice.due, ordinal limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Lists the payments of invoices, and of the invoices that these replace, that came back, in the order in which they did. */
export const listReturnedPayments = async (
  db: Kysely<Database>,
  invoiceIds: readonly string[],
): Promise<ReturnedPayment[]> => {
  if (invoiceIds.length === 0) return []
  const { rows } = await sql<ReturnedPayment>`
    select back.invoice_id as "invoiceId", payment.invoice_id as "paidInvoiceId", rule,
      case rule when 'returned' then booked_on else (booked_at at time zone 'Europe/London')::date end as "on",
      bank_line.id as "bankLineId", bank_reference as "bankReference", statement_id as "statementId",
      filed_document.name as "statementName", bank_line.uploaded_by as "uploadedBy", display_name as "uploaderName"
    from payments_that_came_back(${[...invoiceIds]}::text[]) as back join payment on payment.id = reversal_id
      join bank_line on bank_line.id = bank_line_id join "user" on "user".id = bank_line.uploaded_by
      left join filed_document on filed_document.id = statement_id
    order by payment.ordinal`.execute(db)
  return rows
}

/** Lists the requirements of a round whose bid lacks its deposit: it is not received in full. None if the round asks for no deposit. */
export const listBidsWithoutDeposit = async (db: Kysely<Database>, roundId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select requirement.id from payment_terms join requirement on requirement.round_id = payment_terms.round_id
    where payment_terms.round_id = ${roundId} and deposit is not null and requirement.status = 'Bid' and deposit > coalesce(
      (select sum(held.amount) from deposit_left(array(select asked.id from invoice as asked
        where asked.item_id = requirement.id and asked.round_id = requirement.round_id and asked.kind = 'deposit')) as held), 0)
    order by requirement.ordinal`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads what is held for compliance and for performance checks: the credits of their accounts less the debits, in pence. */
export const readCheckFunds = async (db: Kysely<Database>): Promise<CheckFunds> => {
  const { rows } = await sql<{ purpose: keyof CheckFunds; held: Pence }>`
    select account_id as purpose, -sum(amount)::bigint as held from money_posting
    where account_id in ('compliance', 'performance') group by 1`.execute(db)
  return { compliance: 0, performance: 0, ...Object.fromEntries(rows.map(one => [one.purpose, one.held])) }
}
