import { invoice, INVOICE_COLUMNS } from '#contract/money/invoice'
import { INVOICE_KIND_LABELS } from '#domain/money/invoice'
import { vatTreatmentText } from '#domain/money/vat'
import { showDay } from '@credit-market/values/dates'
import { isOpenSql } from '../../money/payments.ts'
import { invoiceRows } from '../../money/invoice-view.ts'
import { tableColumns } from '../listing/columns.ts'
import {
  booleanFilter,
  daySort,
  fromDayFilter,
  idFilter,
  numberSort,
  textSearch,
  untilDayFilter,
} from '../listing/filters.ts'
import type { Listing } from '../listing/listing.ts'

/** List of invoices and credit notes that the reader may know, newest first. */
export const invoiceList: Listing<typeof invoice> = {
  noun: invoice,
  filters: {
    documentKind: idFilter('invoice.kind'),
    partyId: idFilter('invoice.partyId'),
    itemId: idFilter('invoice.itemId'),
    marketRoundId: idFilter('invoice.roundId'),
    isOpen: booleanFilter(isOpenSql),
    issuedFrom: fromDayFilter('invoice.issuedAt'),
    issuedUntil: untilDayFilter('invoice.issuedAt'),
  },
  sorts: { issued: numberSort('invoice.ordinal'), due: daySort('invoice.due') },
  defaultSort: '-issued',
  searchColumns: [textSearch('invoice.name')],
  rows: (db, rows, _, on) => invoiceRows(db, rows, on),
  columns: tableColumns(invoice, INVOICE_COLUMNS, {
    documentKind: row => INVOICE_KIND_LABELS[row.documentKind],
    party: row => row.party.name,
    item: row => row.item.name,
    issuedAt: row => showDay(row.issuedAt),
    due: row => showDay(row.due),
    net: row => row.net,
    vat: row => row.vat,
    total: row => row.total,
    paid: row => row.paid,
    open: row => row.open,
    held: row => row.held?.amount ?? 0,
    daysLate: row => row.late.days,
    reference: row => row.reference,
    taxes: row => row.taxes.map(({ treatment, percent }) => vatTreatmentText(treatment, percent)).join('; '),
  }),
}
