import { useSearchParams } from 'react-router'
import type { SortOf } from '#contract/kit/noun'
import { INVOICE_COLUMNS, type InvoiceRow } from '#contract/money/invoice'
import { moneyPageAddress } from '#contract/money/money'
import { NOUNS, pageAddress } from '#contract/nouns/nouns'
import { INVOICE_KIND_LABELS, INVOICE_KINDS } from '#domain/money/invoice'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page/page.tsx'
import { dayColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { DayText, ShowPence } from '../../parts/values/amounts.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { LateCell } from './late.tsx'
import { INVOICES_INTRODUCTION } from './messages.ts'
import '../shared/pages.css'

const COLUMNS: readonly Column<InvoiceRow, SortOf<typeof NOUNS.invoice>>[] = [
  {
    id: 'name',
    header: INVOICE_COLUMNS.name.label,
    main: true,
    sort: 'issued',
    cell: ({ name, documentKind }) => (
      <>
        {name}
        <div className="quiet small">{INVOICE_KIND_LABELS[documentKind]}</div>
      </>
    ),
  },
  { id: 'party', header: INVOICE_COLUMNS.party.label, cell: ({ party }) => party.name },
  { id: 'item', header: INVOICE_COLUMNS.item.label, cell: ({ item }) => item.name },
  dayColumn('issuedAt', INVOICE_COLUMNS.issuedAt.label, row => row.issuedAt),
  dayColumn('due', INVOICE_COLUMNS.due.label, row => row.due, {
    sort: 'due',
    cell: row => (
      <>
        <DayText day={row.due} />
        <LateCell invoice={row} />
      </>
    ),
  }),
  moneyColumn('total', 'Total', row => row.total),
  moneyColumn('open', 'Open', row => row.open),
]

const KIND_FILTER = {
  id: 'documentKind',
  label: INVOICE_COLUMNS.documentKind.label,
  choices: INVOICE_KINDS.map(id => ({ id, name: INVOICE_KIND_LABELS[id] })),
} as const

const OPEN_FILTER = {
  id: 'isOpen',
  label: 'Payment',
  choices: [
    { id: 'true', name: 'Still to pay' },
    { id: 'false', name: 'Nothing to pay' },
  ],
} as const

/** Invoices and credit notes that the reader may know, newest first; of one organisation if the address names it. */
export const InvoicesPage = () => {
  const [search] = useSearchParams()
  const partyId = search.get('for')
  return (
    <Page title="Invoices" crumbs={[{ name: 'Money', to: moneyPageAddress() }, { name: 'Invoices' }]}>
      <p className="measure quiet">{INVOICES_INTRODUCTION}</p>
      <ShowPence>
        <ListTable
          noun={NOUNS.invoice}
          fixed={partyId === null ? {} : { partyId }}
          filters={[{ id: 'q', label: 'Number' }, KIND_FILTER, OPEN_FILTER]}
          caption="Invoices"
          columns={COLUMNS}
          rowLink={row => pageAddress('invoice', { id: row.id })}
          empty={
            <EmptyState title="No invoices">
              The first ones are issued when a payment falls due after a settlement.
            </EmptyState>
          }
        />
      </ShowPence>
    </Page>
  )
}
