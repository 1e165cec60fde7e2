import { useMemo } from 'react'
import { Link } from 'react-router'
import type { ReviewItem, UnmatchedItem } from '#contract/match'
import { Money } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LOSS_REASON_LABELS } from './loss-reasons.ts'

type Row = UnmatchedItem & { amount: number | null }

const columnsFor = (of: 'projects' | 'requirements'): Column<Row>[] => [
  {
    id: 'name',
    header: of === 'projects' ? 'Project' : 'Requirement',
    main: true,
    sortBy: row => row.name,
    cell: row => (
      <>
        <Link to={`${of === 'projects' ? '/projects' : '/credit-requirements'}/${row.id}`}>{row.name}</Link>
        <div className="quiet small">{row.organisation.name}</div>
      </>
    ),
  },
  {
    id: 'reason',
    header: 'Why not',
    sortBy: row => LOSS_REASON_LABELS[row.reason],
    cell: row => (
      <div className="cell-note">
        <b>{LOSS_REASON_LABELS[row.reason]}</b>
        <div className="small">{row.sentence}</div>
      </div>
    ),
  },
  {
    id: 'amount',
    header: of === 'projects' ? 'Offer' : 'Bid',
    numeric: true,
    sortBy: row => row.amount,
    pounds: row => row.amount,
    cell: row => <Money pounds={row.amount} />,
  },
  {
    id: 'critical',
    header: 'Would have tied at',
    numeric: true,
    sortBy: row => row.critical,
    pounds: row => row.critical,
    cell: row =>
      row.critical === null ? <span className="quiet">no price</span> : <Money pounds={row.critical} />,
  },
]

const COLUMNS = { projects: columnsFor('projects'), requirements: columnsFor('requirements') }

/** What did not win, why, and the bid or offer at which it would have tied. */
export const Unmatched = ({
  of,
  items,
  amounts,
}: {
  of: 'projects' | 'requirements'
  items: readonly UnmatchedItem[]
  /** Where the bids and offers stand. */
  amounts: readonly ReviewItem[]
}) => {
  const rows = useMemo(
    () =>
      items.map(item => ({ ...item, amount: amounts.find(known => known.id === item.id)?.amount ?? null })),
    [items, amounts],
  )
  return (
    <RowsTable
      caption={of === 'projects' ? 'Projects that did not win' : 'Requirements that did not win'}
      columns={COLUMNS[of]}
      rows={rows}
      empty={<EmptyState title={of === 'projects' ? 'Every project won' : 'Every requirement won'} />}
    />
  )
}
