import { type Kysely, sql } from 'kysely'
import type { ReturnedPayment } from '#domain/money/returned-payment'
import type { Database } from './tables/tables.ts'

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
