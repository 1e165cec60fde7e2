import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Day } from '@credit-market/values/dates'
import type { MatchReview, ReviewItem, ReviewFlow } from '#contract/round/match'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { IdAndName } from '#contract/kit/values'
import { Money, showNumber } from '../../parts/values/amounts.tsx'
import { textColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { PerUnit, type PricedUnits } from '../../parts/values/price-per-unit.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ProceedsNote } from '../shared/proceeds-note.tsx'
import { describeSchedule, maxUnits, type UnitsByPeriod } from '../../parts/values/schedule.tsx'
import { isSameAmount } from './sums.ts'
import { unitsWon, unitsSold } from './units-won.ts'

/** Counterpart of an item's flows, with its units and period. */
interface Partner extends IdAndName {
  creditType: CreditType
  unitsPerPeriod: UnitsByPeriod
}

/** Partners of a project or a requirement, largest first. */
const partnersOf = (flows: readonly ReviewFlow[], side: 'project' | 'requirement', id: string): Partner[] => {
  const other = side === 'project' ? 'requirement' : 'project'
  const partners = new Map<string, Partner & { unitsPerPeriod: ReviewFlow[] }>()
  for (const flow of flows) {
    if (flow[side].id !== id) continue
    const key = `${flow[other].id} ${flow.creditType}`
    const known = partners.get(key)
    if (known) known.unitsPerPeriod.push(flow)
    else partners.set(key, { ...flow[other], creditType: flow.creditType, unitsPerPeriod: [flow] })
  }
  return [...partners.values()].toSorted((a, b) => maxUnits(b.unitsPerPeriod) - maxUnits(a.unitsPerPeriod))
}

const MOST = 3

/** Partners of an item in a table cell: the largest by name, the number of the others. */
const PartnerList = ({
  partners,
  on,
  to,
}: {
  partners: readonly Partner[]
  /** Date from which their units are described. */
  on: Day
  to: string
}) => (
  <ul className="partner-list">
    {partners.slice(0, MOST).map(partner => (
      <li key={partner.id + partner.creditType}>
        <Link to={`${to}/${partner.id}`}>{partner.name}</Link>
        <div className="quiet small">{describeSchedule(partner.unitsPerPeriod, on)}</div>
      </li>
    ))}
    {partners.length > MOST && <li className="quiet">and {partners.length - MOST} more</li>}
  </ul>
)

type Row = ReviewItem & { partners: Partner[]; units: PricedUnits[]; on: Day }

const amountColumn = (
  id: string,
  header: string,
  amount: (row: Row) => number | null,
  look: 'plain' | 'bold' | 'quiet' = 'plain',
): Column<Row> =>
  moneyColumn(id, header, amount, {
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

const nameColumn = (header: string, page: string): Column<Row> =>
  textColumn('name', header, row => row.name, {
    main: true,
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
          No units left at {row.bindingSupply.map(({ name }) => name).join(', ')}
        </div>
      )}
    </>
  ),
})

const positive = (amount: number | null): number | null => (amount === null ? null : Math.abs(amount))

const COMPARED: Column<Row>[] = [
  amountColumn('payAsBid', 'Pay as bid', row => positive(row.payAsBid), 'quiet'),
  amountColumn('vcg', 'VCG', row => positive(row.vcg), 'quiet'),
  amountColumn('added', 'Value added to others', row => row.addedToOthers, 'quiet'),
]

const wonText = (row: Row): string =>
  row.ongoingOnly
    ? 'Ongoing units only'
    : row.percent >= 100
      ? 'All'
      : `${showNumber(Math.round(row.percent * 100) / 100)}%`

const REQUIREMENT_COLUMNS: Column<Row>[] = [
  nameColumn('Requirement', '/credit-requirements'),
  { id: 'won', header: 'Won', sortBy: row => row.percent, cell: wonText },
  moneyColumn('bid', 'Bid', row => row.value, {
    cell: row => (
      <>
        <Money pounds={row.value} />
        {!isSameAmount(row.value, row.amount) && (
          <div className="quiet small">
            of <Money pounds={row.amount} />
          </div>
        )}
        <PerUnit pounds={row.value} quantities={row.units} />
      </>
    ),
  }),
  amountColumn('share', 'Share', row => row.share),
  amountColumn('pays', 'Pays', row => row.payment, 'bold'),
]

const PROJECT_COLUMNS: Column<Row>[] = [
  nameColumn('Project', '/projects'),
  amountColumn('offer', 'Offer', row => row.amount),
  amountColumn('costs', 'Costs', row => row.costs),
  moneyColumn('ask', 'Asking price', row => Math.abs(row.value), {
    cell: row => (
      <>
        <Money pounds={Math.abs(row.value)} />
        <PerUnit pounds={Math.abs(row.value)} quantities={row.units} />
      </>
    ),
  }),
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

/** Winners of one side: bid or ask, share, amount paid or received, and partners. */
export const WinnersSection = ({
  review,
  side,
  compare,
}: {
  review: MatchReview
  side: 'project' | 'requirement'
  /** Shows the results under other price rules for comparison. */
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
          units: (side === 'project' ? unitsSold : unitsWon)(review.flows, item.id),
        }))
        .toSorted((a, b) => Math.abs(b.payment) - Math.abs(a.payment)),
    [review, side],
  )
  const columns = useMemo(() => [...own, ...(compare ? COMPARED : []), partners], [own, compare, partners])
  return <RowsTable caption={caption} columns={columns} rows={rows} empty={<EmptyState title={empty} />} />
}
