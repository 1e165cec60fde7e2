import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Day } from '#domain/dates'
import type { MatchReview, ReviewItem } from '#contract/match'
import { Money } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { PerUnit, type PricedUnits } from '../../parts/price-per-unit.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ProceedsNote } from '../shared/proceeds-note.tsx'
import { PartnerList } from './partner-list.tsx'
import { partnersOf, type Partner } from './partners.ts'
import { agree } from './sums.ts'
import { unitsMet, unitsSold } from './units-won.ts'

type Row = ReviewItem & { partners: Partner[]; units: PricedUnits[]; on: Day }

const amountColumn = (
  id: string,
  header: string,
  amount: (row: Row) => number | null,
  look: 'plain' | 'bold' | 'quiet' = 'plain',
): Column<Row> => ({
  id,
  header,
  numeric: true,
  sortBy: amount,
  cell: row => {
    const shown = <Money pounds={amount(row)} />
    return look === 'bold' ? (
      <>
        <b>{shown}</b>
        <ProceedsNote proceeds={row.proceeds} />
        <PerUnit pounds={amount(row)} quantities={row.units} />
      </>
    ) : look === 'quiet' ? (
      <span className="quiet">{shown}</span>
    ) : (
      shown
    )
  },
})

const nameColumn = (header: string, page: string): Column<Row> => ({
  id: 'name',
  header,
  main: true,
  sortBy: row => row.name,
  cell: row => (
    <>
      <Link to={`${page}/${row.id}`}>{row.name}</Link>
      <div className="quiet small">
        {row.organisation.name}
        {row.group && `, group ${row.group.name}`}
      </div>
    </>
  ),
})

const partnerColumn = (header: string, page: string): Column<Row> => ({
  id: 'partners',
  header,
  cell: row => (
    <>
      <PartnerList partners={row.partners} on={row.on} to={page} />
      {row.bindingSupply.length > 0 && (
        <div className="quiet small">
          Nothing left at {row.bindingSupply.map(({ name }) => name).join(', ')}
        </div>
      )}
    </>
  ),
})

const positive = (amount: number | null): number | null => (amount === null ? null : Math.abs(amount))

const COMPARED: Column<Row>[] = [
  amountColumn('payAsBid', 'Pay as bid', row => positive(row.payAsBid), 'quiet'),
  amountColumn('vcg', 'VCG', row => positive(row.vcg), 'quiet'),
  amountColumn('added', 'Added to others', row => row.addedToOthers, 'quiet'),
]

const wonText = (row: Row): string =>
  row.ongoingOnly
    ? 'Ongoing units only'
    : row.percent >= 100
      ? 'All'
      : `${(Math.round(row.percent * 100) / 100).toLocaleString('en-GB')}%`

const REQUIREMENT_COLUMNS: Column<Row>[] = [
  nameColumn('Requirement', '/credit-requirements'),
  { id: 'won', header: 'Won', sortBy: row => row.percent, cell: wonText },
  {
    id: 'bid',
    header: 'Bid',
    numeric: true,
    sortBy: row => row.value,
    cell: row => (
      <>
        <Money pounds={row.value} />
        {!agree(row.value, row.amount) && (
          <div className="quiet small">
            of <Money pounds={row.amount} />
          </div>
        )}
        <PerUnit pounds={row.value} quantities={row.units} />
      </>
    ),
  },
  amountColumn('share', 'Share', row => row.share),
  amountColumn('pays', 'Pays', row => row.payment, 'bold'),
]

const PROJECT_COLUMNS: Column<Row>[] = [
  nameColumn('Project', '/projects'),
  amountColumn('offer', 'Offer', row => row.amount),
  amountColumn('costs', 'Costs', row => row.costs),
  {
    id: 'ask',
    header: 'Total ask',
    numeric: true,
    sortBy: row => Math.abs(row.value),
    cell: row => (
      <>
        <Money pounds={Math.abs(row.value)} />
        <PerUnit pounds={Math.abs(row.value)} quantities={row.units} />
      </>
    ),
  },
  amountColumn('share', 'Share', row => row.share),
  amountColumn('receives', 'Receives', row => -row.payment, 'bold'),
]

const SIDES = {
  requirement: {
    caption: 'Winning requirements',
    empty: 'No requirement won',
    own: REQUIREMENT_COLUMNS,
    partners: partnerColumn('Supplied by', '/projects'),
  },
  project: {
    caption: 'Winning projects',
    empty: 'No project won',
    own: PROJECT_COLUMNS,
    partners: partnerColumn('Supplies', '/credit-requirements'),
  },
}

/** The winners of one side: what each bid or asked, its share, what it pays or receives, and with whom it is matched. */
export const Winners = ({
  review,
  side,
  compare,
}: {
  review: MatchReview
  side: 'project' | 'requirement'
  /** Show what other price rules would have made of it. */
  compare: boolean
}) => {
  const { caption, empty, own, partners } = SIDES[side]
  const rows = useMemo(
    () =>
      (side === 'project' ? review.projects : review.requirements)
        .filter(item => item.won)
        .map(item => ({
          ...item,
          on: review.on,
          partners: partnersOf(review.flows, side, item.id),
          units: (side === 'project' ? unitsSold : unitsMet)(review.flows, item.id),
        }))
        .toSorted((a, b) => Math.abs(b.payment) - Math.abs(a.payment)),
    [review, side],
  )
  const columns = useMemo(() => [...own, ...(compare ? COMPARED : []), partners], [own, compare, partners])
  return <RowsTable caption={caption} columns={columns} rows={rows} empty={<EmptyState title={empty} />} />
}
