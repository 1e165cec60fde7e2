import { BANK_LINE_COLUMNS, type BankLineRow } from '#contract/money/bank'
import type { SortOf } from '#contract/kit/noun'
import { moneyPageAddress } from '#contract/money/money'
import { NOUNS, pageAddress } from '#contract/nouns/nouns'
import { ACCOUNT_TEXTS } from '#domain/money/account'
import { BANK_LINE_STATUSES } from '#domain/money/bank-line'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page/page.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { dayColumn, statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { ShowPence } from '../../parts/values/amounts.tsx'
import { ListActions, ListTable } from '../lists/list-table.tsx'
import { BankAmount } from './bank-amount.tsx'
import { BANK_INTRODUCTION } from './messages.ts'
import '../shared/pages.css'

const COLUMNS: readonly Column<BankLineRow, SortOf<typeof NOUNS.bankLine>>[] = [
  {
    id: 'partyName',
    header: BANK_LINE_COLUMNS.partyName.label,
    main: true,
    cell: ({ partyName, reference }) => (
      <>
        {partyName ?? 'Not named by the bank'}
        {reference !== null && <div className="quiet small">{reference}</div>}
      </>
    ),
  },
  dayColumn('bookedOn', BANK_LINE_COLUMNS.bookedOn.label, row => row.bookedOn, { sort: 'bookedOn' }),
  {
    id: 'amount',
    header: BANK_LINE_COLUMNS.amount.label,
    numeric: true,
    cell: ({ amount, currency }) => <BankAmount amount={amount} currency={currency} />,
  },
  {
    id: 'rest',
    header: BANK_LINE_COLUMNS.rest.label,
    numeric: true,
    cell: ({ rest, currency }) => rest !== 0 && <BankAmount amount={rest} currency={currency} />,
  },
  statusColumn('bankLine', 'status', BANK_LINE_COLUMNS.status.label, row => row.status, {
    cell: ({ status, postedTo }) => (
      <>
        <StatusBadge kind="bankLine" status={status} />
        {postedTo.map(purpose => (
          <div key={purpose} className="quiet small">
            {ACCOUNT_TEXTS[purpose].label}
          </div>
        ))}
      </>
    ),
  }),
]

const STATUS_FILTER = {
  id: 'status',
  label: BANK_LINE_COLUMNS.status.label,
  choices: BANK_LINE_STATUSES.map(id => ({ id, name: NOUNS.bankLine.statuses[id].label })),
} as const

/** Lines of the statements of the bank, for the market operator. */
export const BankLinesPage = () => (
  <Page
    title="Bank"
    crumbs={[{ name: 'Money', to: moneyPageAddress() }, { name: 'Bank' }]}
    actions={<ListActions noun={NOUNS.bankLine} fixed={{}} />}
  >
    <p className="measure quiet">{BANK_INTRODUCTION}</p>
    <ShowPence>
      <ListTable
        noun={NOUNS.bankLine}
        fixed={{}}
        filters={[{ id: 'q', label: 'Reference or name' }, STATUS_FILTER]}
        caption="Bank lines"
        columns={COLUMNS}
        rowLink={row => pageAddress('bankLine', { id: row.id })}
        empty={<EmptyState title="No bank lines">There are none yet, or none fits the filters.</EmptyState>}
      />
    </ShowPence>
  </Page>
)
