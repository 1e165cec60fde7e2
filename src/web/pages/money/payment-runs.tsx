import type { SortOf } from '#contract/kit/noun'
import { moneyPageAddress } from '#contract/money/money'
import { PAYMENT_RUN_COLUMNS, type PaymentRunRow } from '#contract/money/payment-run'
import { NOUNS, pageAddress } from '#contract/nouns/nouns'
import { PAYMENT_RUN_STATUSES } from '#domain/money/payment-run'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page/page.tsx'
import { moneyColumn, statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { ShowPence } from '../../parts/values/amounts.tsx'
import { ListActions, ListTable } from '../lists/list-table.tsx'
import { PAYMENT_RUNS_INTRODUCTION } from './messages.ts'
import '../shared/pages.css'

const COLUMNS: readonly Column<PaymentRunRow, SortOf<typeof NOUNS.paymentRun>>[] = [
  { id: 'name', header: PAYMENT_RUN_COLUMNS.name.label, main: true, cell: ({ name }) => name },
  {
    id: 'payments',
    header: PAYMENT_RUN_COLUMNS.payments.label,
    numeric: true,
    cell: ({ payments }) => payments,
  },
  {
    id: 'executed',
    header: PAYMENT_RUN_COLUMNS.executed.label,
    numeric: true,
    cell: ({ executed }) => executed,
  },
  moneyColumn('total', 'Total', row => row.total),
  statusColumn('paymentRun', 'status', PAYMENT_RUN_COLUMNS.status.label, row => row.status),
]

const STATUS_FILTER = {
  id: 'status',
  label: PAYMENT_RUN_COLUMNS.status.label,
  choices: PAYMENT_RUN_STATUSES.map(id => ({ id, name: NOUNS.paymentRun.statuses[id].label })),
} as const

/** Payment runs, for the market operator. */
export const PaymentRunsPage = () => (
  <Page
    title="Payment runs"
    crumbs={[{ name: 'Money', to: moneyPageAddress() }, { name: 'Payment runs' }]}
    actions={<ListActions noun={NOUNS.paymentRun} fixed={{}} />}
  >
    <p className="measure quiet">{PAYMENT_RUNS_INTRODUCTION}</p>
    <ShowPence>
      <ListTable
        noun={NOUNS.paymentRun}
        fixed={{}}
        filters={[STATUS_FILTER]}
        caption="Payment runs"
        columns={COLUMNS}
        rowLink={row => pageAddress('paymentRun', { id: row.id })}
        empty={<EmptyState title="No payment runs">There are none yet, or none fits the filters.</EmptyState>}
      />
    </ShowPence>
  </Page>
)
