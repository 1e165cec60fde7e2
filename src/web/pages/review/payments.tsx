import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { penceOf, poundsOf } from '#domain/money'
import type { MatchReview } from '#contract/match'
import { resultAddress } from '#contract/result'
import type { ProceedsView } from '#contract/values'
import { PaymentBar } from '../../charts/payment-bar.tsx'
import { Money } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { PerUnit, type PricedUnits } from '../../parts/price-per-unit.tsx'
import { ProceedsNote } from '../shared/proceeds-note.tsx'
import { proceedsOfAll, type ReviewSums } from './sums.ts'
import { unitsMet, unitsSold } from './units-won.ts'

type Organisation = MatchReview['match']['organisations'][number]

interface Row extends Organisation {
  items: string
  /** What it has sold, or what its needs have won. */
  units: PricedUnits[]
  bids: number | null
  asks: number | null
  proceeds: ProceedsView | null
  /** The greatest amount anybody pays or receives, for drawing. */
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
        ...bids.flatMap(item => unitsMet(review.flows, item.id)),
        ...asks.flatMap(item => unitsSold(review.flows, item.id)),
      ]
      const proceeds = proceedsOfAll(asks)
      return { ...organisation, items, units, bids: totalOf(bids), asks: totalOf(asks), proceeds, most }
    })
    .filter(row => row.bids !== null || row.asks !== null)
    .toSorted((a, b) => b.payment - a.payment)
}

/** Leads to the result as the organisation itself will read it. */
const ResultLink = ({ organisationId }: { organisationId: string }) => {
  const { roundId = '' } = useParams()
  return <Link to={resultAddress(roundId, organisationId)}>Result</Link>
}

const COLUMNS: Column<Row>[] = [
  {
    id: 'name',
    header: 'Organisation',
    main: true,
    sortBy: row => row.name,
    cell: row => (
      <>
        <Link to={`/participants/${row.id}`}>{row.name}</Link>
        <div className="quiet small cell-note">
          {row.items} <ResultLink organisationId={row.id} />
        </div>
      </>
    ),
  },
  {
    id: 'bids',
    header: 'Bids that won',
    numeric: true,
    sortBy: row => row.bids,
    cell: row => row.bids !== null && <Money pounds={row.bids} />,
  },
  {
    id: 'asks',
    header: 'Asks that won',
    numeric: true,
    sortBy: row => row.asks,
    cell: row => row.asks !== null && <Money pounds={row.asks} />,
  },
  {
    id: 'share',
    header: 'Share of surplus',
    numeric: true,
    sortBy: row => row.share,
    cell: row => (
      <>
        <Money pounds={row.share} />
        {row.halfWidth > 0 && (
          <div className="quiet small">
            ± <Money pounds={row.halfWidth} />
            {row.certainty === 'sampled' ? ', 95 times of 100' : ' at most'}
          </div>
        )}
      </>
    ),
  },
  {
    id: 'pays',
    header: 'Pays',
    numeric: true,
    sortBy: row => row.payment,
    cell: row =>
      row.payment > 0 && (
        <>
          <b>
            <Money pounds={row.payment} />
          </b>
          <PerUnit pounds={row.payment} quantities={row.units} />
        </>
      ),
  },
  {
    id: 'receives',
    header: 'Receives',
    numeric: true,
    sortBy: row => -row.payment,
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
  },
  {
    id: 'drawn',
    header: 'Received or paid, drawn',
    hideHeader: true,
    cell: row => <PaymentBar amount={row.payment} most={row.most} />,
  },
]

/** Organisation by organisation: bids and asks that won, the share of the surplus, and what is paid or received. */
export const Payments = ({ review, sums }: { review: MatchReview; sums: ReviewSums }) => {
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
          name: 'Together',
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
        Bids less asks are the surplus, and the shares add up to it; what is paid is what is received.
        {lost > 0 &&
          ` ${lost} ${lost === 1 ? 'organisation' : 'organisations'} won nothing and neither ${lost === 1 ? 'pays' : 'pay'} nor ${lost === 1 ? 'receives' : 'receive'}.`}
      </p>
    </>
  )
}
