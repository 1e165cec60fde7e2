import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { penceOf, poundsOf } from '@credit-market/values/money'
import type { MatchReview } from '#contract/round/match'
import { resultPageAddress } from '#contract/round/result'
import type { ProceedsView } from '#contract/kit/values'
import { Money } from '../../parts/values/amounts.tsx'
import { textColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { PerUnit, type PricedUnits } from '../../parts/values/price-per-unit.tsx'
import { ProceedsNote } from '../shared/proceeds-note.tsx'
import { totalProceedsOf, type ReviewSums } from './sums.ts'
import { unitsWon, unitsSold } from './units-won.ts'
import { wonNothingText } from './messages.ts'
import '../../charts/charts.css'

/** Bar next to a payment: paid amounts extend to the right of the middle, received amounts to the left. */
const PaymentBar = ({ amount, most }: { amount: number; most: number }) => {
  const reach = most > 0 ? (Math.abs(amount) / most) * 50 : 0
  return (
    <svg className="payment-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <line x1="50" x2="50" y1="0" y2="12" vectorEffect="non-scaling-stroke" />
      <rect
        className={amount < 0 ? 'is-received' : 'is-paid'}
        x={amount < 0 ? 50 - reach : 50}
        y="2"
        width={reach}
        height="8"
      />
    </svg>
  )
}

type Organisation = MatchReview['match']['organisations'][number]

interface Row extends Organisation {
  items: string
  /** Units sold by its projects, or won by its requirements. */
  units: PricedUnits[]
  bids: number | null
  asks: number | null
  proceeds: ProceedsView | null
  /** Greatest amount that any organisation pays or receives: the scale of the bars. */
  most: number
}

const totalOf = (items: readonly { value: number }[]): number | null =>
  items.length === 0 ? null : poundsOf(items.reduce((sum, item) => sum + penceOf(Math.abs(item.value)), 0))

const rowsOf = (review: MatchReview): Row[] => {
  const most = Math.max(0, ...review.match.organisations.map(organisation => Math.abs(organisation.payment)))
  return review.match.organisations
    .map(organisation => {
      const bids = review.requirements.filter(item => item.won && item.organisation.id === organisation.id)
      const asks = review.projects.filter(item => item.won && item.organisation.id === organisation.id)
      const items = [...bids, ...asks].map(item => item.name).join(', ')
      const units = [
        ...bids.flatMap(item => unitsWon(review.flows, item.id)),
        ...asks.flatMap(item => unitsSold(review.flows, item.id)),
      ]
      const proceeds = totalProceedsOf(asks)
      return { ...organisation, items, units, bids: totalOf(bids), asks: totalOf(asks), proceeds, most }
    })
    .filter(row => row.bids !== null || row.asks !== null)
    .toSorted((a, b) => b.payment - a.payment)
}

/** Link to the result as the organisation itself will see it. */
const ResultLink = ({ organisationId }: { organisationId: string }) => {
  const { roundId = '' } = useParams()
  return <Link to={resultPageAddress(roundId, organisationId)}>Result</Link>
}

const COLUMNS: Column<Row>[] = [
  textColumn('name', 'Organisation', row => row.name, {
    main: true,
    cell: row => (
      <>
        <Link to={`/participants/${row.id}`}>{row.name}</Link>
        <div className="quiet small cell-note">
          {row.items} <ResultLink organisationId={row.id} />
        </div>
      </>
    ),
  }),
  moneyColumn('bids', 'Winning bids', row => row.bids, {
    cell: row => row.bids !== null && <Money pounds={row.bids} />,
  }),
  moneyColumn('asks', 'Winning asking prices', row => row.asks, {
    cell: row => row.asks !== null && <Money pounds={row.asks} />,
  }),
  moneyColumn('share', 'Share of surplus', row => row.share, {
    cell: row => (
      <>
        <Money pounds={row.share} />
        {row.halfWidth > 0 && (
          <div className="quiet small">
            ± <Money pounds={row.halfWidth} />, 95 times out of 100
          </div>
        )}
      </>
    ),
  }),
  moneyColumn('pays', 'Pays', row => row.payment, {
    cell: row =>
      row.payment > 0 && (
        <>
          <b>
            <Money pounds={row.payment} />
          </b>
          <PerUnit pounds={row.payment} quantities={row.units} />
        </>
      ),
  }),
  moneyColumn('receives', 'Receives', row => -row.payment, {
    cell: row => (
      <>
        {row.payment < 0 && (
          <b>
            <Money pounds={-row.payment} />
          </b>
        )}
        <ProceedsNote proceeds={row.proceeds} />
        {row.payment < 0 && <PerUnit pounds={-row.payment} quantities={row.units} />}
      </>
    ),
  }),
  {
    id: 'drawn',
    header: 'Chart of payments',
    hideHeader: true,
    cell: row => <PaymentBar amount={row.payment} most={row.most} />,
  },
]

/** Payments by organisation: winning bids and asks, share of the surplus, and the amount paid or received. */
export const PaymentsSection = ({ review, sums }: { review: MatchReview; sums: ReviewSums }) => {
  const rows = useMemo(() => rowsOf(review), [review])
  const lost = review.match.organisations.length - rows.length
  const { surplus, totalPaid, totalReceived } = review.match
  return (
    <>
      <RowsTable
        caption="Payments by organisation"
        columns={COLUMNS}
        rows={rows}
        summary={{
          name: 'Total',
          cells: {
            bids: <Money pounds={sums.bids} />,
            asks: <Money pounds={sums.asks} />,
            share: <Money pounds={surplus} />,
            pays: <Money pounds={totalPaid} />,
            receives: (
              <>
                <Money pounds={Math.abs(totalReceived)} />
                <ProceedsNote proceeds={sums.proceeds} supplier="suppliers" />
              </>
            ),
          },
        }}
      />
      <p className="quiet small">
        The surplus is the winning bids less the winning asking prices. The shares add up to the surplus. The
        amounts paid and received are equal.
        {lost > 0 && ` ${wonNothingText(lost)}`}
      </p>
    </>
  )
}
