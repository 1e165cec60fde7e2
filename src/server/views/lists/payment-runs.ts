import { PAYMENT_RUN_COLUMNS, paymentRun } from '#contract/money/payment-run'
import { showDay } from '@credit-market/values/dates'
import { paymentRunRows } from '../../money/payment-run-view.ts'
import { tableColumns } from '../listing/columns.ts'
import { idFilter, numberSort, textSearch } from '../listing/filters.ts'
import type { Listing } from '../listing/listing.ts'

/** Payment runs for the market operator, newest first. */
export const paymentRunList: Listing<typeof paymentRun> = {
  noun: paymentRun,
  filters: { status: idFilter('paymentRun.status') },
  sorts: { created: numberSort('paymentRun.ordinal') },
  defaultSort: '-created',
  searchColumns: [textSearch('paymentRun.name')],
  rows: (db, rows) => paymentRunRows(db, rows),
  columns: tableColumns(paymentRun, PAYMENT_RUN_COLUMNS, {
    createdAt: row => showDay(row.createdAt),
    payments: row => row.payments,
    executed: row => row.executed,
    total: row => row.total,
  }),
}
