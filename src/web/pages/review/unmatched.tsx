import { useMemo } from 'react'
import { Link } from 'react-router'
import type { ReviewItem, UnmatchedItem } from '#contract/round/match'
import type { LossReason } from '@credit-market/matching/problem/match-solution'
import { Money } from '../../parts/values/amounts.tsx'
import { textColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'

/** Short reasons why something did not win, in two or three words. */
const LOSS_REASON_LABELS: Record<LossReason, string> = {
  noCompatibleService: 'No compatible service',
  notEnoughUnits: 'Not enough units',
  notInTime: 'Not in time',
  group: 'Group',
  price: 'Price',
  tie: 'Tie rule',
  notInBestKnown: 'Not in this match',
}

type Row = UnmatchedItem & { amount: number | null }

const columnsFor = (of: 'projects' | 'requirements'): Column<Row>[] => [
  textColumn('name', of === 'projects' ? 'Project' : 'Requirement', row => row.name, {
    main: true,
    cell: row => (
      <>
        <Link to={`${of === 'projects' ? '/projects' : '/credit-requirements'}/${row.id}`}>{row.name}</Link>
        <div className="quiet small">{row.organisation.name}</div>
      </>
    ),
  }),
  textColumn('reason', 'Reason', row => LOSS_REASON_LABELS[row.reason], {
    cell: row => (
      <div className="cell-note">
        <b>{LOSS_REASON_LABELS[row.reason]}</b>
        <div className="small">{row.sentence}</div>
      </div>
    ),
  }),
  moneyColumn('amount', of === 'projects' ? 'Offer' : 'Bid', row => row.amount, {
    pounds: row => row.amount,
  }),
  moneyColumn('critical', 'Would have tied at', row => row.critical, {
    pounds: row => row.critical,
    cell: row =>
      row.critical === null ? <span className="quiet">No price</span> : <Money pounds={row.critical} />,
  }),
]

const COLUMNS = { projects: columnsFor('projects'), requirements: columnsFor('requirements') }

/**
 * Projects and requirements that did not win, with the reason and the bid or offer at which each would have
 * tied.
 */
export const UnmatchedSection = ({
  of,
  items,
  amounts,
}: {
  of: 'projects' | 'requirements'
  items: readonly UnmatchedItem[]
  /** Records with the bids and offers. */
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
