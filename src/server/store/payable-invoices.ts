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
    select id from open_invoice join invoice on invoice.id = invoice_id
    where open_invoice.kind in ('selfBilled', 'refund') and open_invoice.due <= ${day}
      and not exists (select from payment_order where payment_order.invoice_id = invoice.id and is_live)
    order by (select iban is null from organisation where organisation.id = party_id), invoice.due, ordinal limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
