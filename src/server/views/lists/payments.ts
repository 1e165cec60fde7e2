import { sql, type SqlBool } from 'kysely'
import { payment, PAYMENT_COLUMNS } from '#contract/money/payment'
import { PAYMENT_DIRECTION_LABELS, PAYMENT_STATE_LABELS } from '#domain/money/bank-line'
import { showDay } from '@credit-market/values/dates'
import { paymentRows } from '../../money/payment-rows.ts'
import { tableColumns } from '../listing/columns.ts'
import { idFilter, numberSort, relatedFilter, textSearch } from '../listing/filters.ts'
import type { Listing } from '../listing/listing.ts'

/** State of a payment by what reversed it. */
const STATE = sql`coalesce((select case later.rule when 'returned' then 'Returned' else 'TakenBack' end
  from payment as later where later.reverses_id = ${sql.ref('payment.id')}), 'Booked')`

const DIRECTION = sql`case when ${sql.ref('payment.amount')} > 0 then 'Received' else 'Paid' end`

/** Payments by the bank of invoices that the reader may know, newest first; reversals are the states of the payments that they reverse. */
export const paymentList: Listing<typeof payment> = {
  noun: payment,
  baseFilter: sql<SqlBool>`${sql.ref('payment.reversesId')} is null and ${sql.ref('payment.depositId')} is null`,
  filters: {
    partyId: relatedFilter('payment.invoiceId', 'invoice', 'partyId'),
    invoiceId: idFilter('payment.invoiceId'),
    direction: values => sql<SqlBool>`${DIRECTION} = any(${values}::text[])`,
    state: values => sql<SqlBool>`${STATE} = any(${values}::text[])`,
    bookedFrom: ([first = null]) => sql<SqlBool>`${sql.ref('payment.bankLineId')} = any(array(
      select bank_line.id from bank_line where booked_on >= ${first}::date))`,
    bookedUntil: ([last = null]) => sql<SqlBool>`${sql.ref('payment.bankLineId')} = any(array(
      select bank_line.id from bank_line where booked_on <= ${last}::date))`,
  },
  sorts: { booked: numberSort('payment.ordinal') },
  defaultSort: '-booked',
  searchColumns: [textSearch('payment.invoiceId')],
  rows: (db, rows) => paymentRows(db, rows),
  columns: tableColumns(payment, PAYMENT_COLUMNS, {
    bookedOn: row => showDay(row.bookedOn),
    direction: row => PAYMENT_DIRECTION_LABELS[row.direction],
    party: row => row.party.name,
    invoice: row => row.invoice.name,
    amount: row => row.amount,
    state: row => PAYMENT_STATE_LABELS[row.state],
    reference: row => row.reference,
  }),
}
