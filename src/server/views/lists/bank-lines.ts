import { BANK_LINE_COLUMNS, bankLine } from '#contract/money/bank'
import { showDay } from '@credit-market/values/dates'
import { ACCOUNT_TEXTS } from '#domain/money/account'
import { bankLineRows } from '../../money/bank-line-view.ts'
import { tableColumns } from '../listing/columns.ts'
import { daySort, idFilter, numberSort, textSearch } from '../listing/filters.ts'
import type { Listing } from '../listing/listing.ts'

/** Lines of bank statements for the market operator, newest first. */
export const bankLineList: Listing<typeof bankLine> = {
  noun: bankLine,
  filters: { status: idFilter('bankLine.status') },
  sorts: { bookedOn: daySort('bankLine.bookedOn'), uploaded: numberSort('bankLine.ordinal') },
  defaultSort: '-uploaded',
  searchColumns: [textSearch('bankLine.reference'), textSearch('bankLine.partyName')],
  rows: (db, rows) => bankLineRows(db, rows),
  columns: tableColumns(bankLine, BANK_LINE_COLUMNS, {
    bookedOn: row => showDay(row.bookedOn),
    amount: row => row.amount,
    rest: row => row.rest,
    postedTo: row => row.postedTo.map(purpose => ACCOUNT_TEXTS[purpose].label).join(', '),
  }),
}
