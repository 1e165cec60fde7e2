import { type Kysely, sql } from 'kysely'
import type { Day } from '@credit-market/values/dates'
import type { Database } from './tables/tables.ts'

/**
 * Lists the ids of self-billed invoices and refunds that are due, have an open part and are in no live payment run: those of organisations with a bank
 * account first, and then the first due first.
 */
export const listPayableInvoices = async (
  db: Kysely<Database>,
  day: Day,
  most: number,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from invoice where kind in ('selfBilled', 'refund') and due <= ${day}
      and not exists (select from invoice as credit where credit.credits_id = invoice.id)
      and not exists (select from payment_order where invoice_id = invoice.id and is_live)
      and abs(net + vat) + coalesce((select sum(amount) from payment where invoice_id = invoice.id), 0) > 0
    order by (select iban is null from organisation where organisation.id = party_id), due, ordinal limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
