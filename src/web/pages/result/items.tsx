import { Link } from 'react-router'
import { MAX_PAGE_ROWS } from '#contract/kit/noun'
import { pageAddress } from '#contract/nouns/nouns'
import type { ResultItem, ResultView } from '#contract/round/result'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import type { Day } from '@credit-market/values/dates'
import { penceOf } from '@credit-market/values/money'
import { counterpartiesText, criticalAmountText, wonPercentageText } from '#domain/match/result-words'
import { DayText, Money, Quantity } from '../../parts/values/amounts.tsx'
import { textColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { ScheduleNote } from '../../parts/values/schedule.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { MapToggle } from '../shared/map-door.tsx'
import { ProceedsNote } from '../shared/proceeds-note.tsx'
import { SHORT_CREDIT_TYPE_LABELS } from '../shared/credit-words.ts'

/**
 * Units won or sold, each type with its periods; the highest number of units is not the stock of any one
 * date.
 */
const Units = ({ units, on }: Pick<ResultItem, 'units'> & { on: Day }) => (
  <ul className="cell-list">
    {units.map(one => (
      <li key={one.creditType} title={CREDIT_TYPE_LABELS[one.creditType]}>
        <Quantity units={one.units} />{' '}
        <span className="quiet">{SHORT_CREDIT_TYPE_LABELS[one.creditType]}</span>
        <ScheduleNote periods={one.unitsPerPeriod} on={on} />
      </li>
    ))}
  </ul>
)

const name = textColumn<ResultItem>('name', 'Name', row => row.name, { main: true })

const restOf = (value: string, on: Day): readonly Column<ResultItem>[] => [
  {
    id: 'units',
    header: 'Units',
    cell: row => (
      <>
        <Units units={row.units} on={on} />
        {wonPercentageText(row) && <div className="quiet small">{wonPercentageText(row)}</div>}
      </>
    ),
  },
  {
    id: 'counterparties',
    header: 'Trades with',
    cell: row => row.counterparties && counterpartiesText(row.counterparties),
  },
  moneyColumn('value', value, row => row.value),
  moneyColumn('share', 'Share', row => row.share),
  {
    id: 'status',
    header: 'Status',
    card: 'status',
    sortBy: row => row.status,
    cell: row => <StatusBadge kind={row.of} status={row.status} />,
  },
]

const price = moneyColumn<ResultItem>('price', 'Per unit', row => row.pricePerUnit, {
  cell: row =>
    row.pricePerUnit === null ? (
      <span className="quiet">several types</span>
    ) : (
      <Money pounds={row.pricePerUnit} />
    ),
})

const amount = (
  id: string,
  header: string,
  of: (row: ResultItem) => number,
  supplier: string,
): Column<ResultItem> =>
  moneyColumn(id, header, of, {
    cell: row => (
      <>
        <b>
          <Money pounds={of(row)} />
        </b>
        <ProceedsNote proceeds={row.proceeds} supplier={supplier} />
      </>
    ),
  })

const supplierOf = (isOwn: boolean): string => (isOwn ? 'you' : 'the supplier')

const columnsOf = (of: ResultItem['of'], { on, isOwn }: ResultView): readonly Column<ResultItem>[] =>
  of === 'project'
    ? [
        name,
        amount('receives', 'Receives', row => -row.payment, supplierOf(isOwn)),
        price,
        ...restOf('Asking price', on),
      ]
    : [
        name,
        amount('pays', 'Pays', row => row.payment, supplierOf(isOwn)),
        price,
        ...restOf('Bid that won', on),
      ]

const totalOf = (items: readonly ResultItem[], of: (row: ResultItem) => number): number =>
  items.reduce((sum, item) => sum + penceOf(of(item)), 0) / 100

/** Records that won on one side, with the amount paid or received for each, also per unit. */
export const WonItems = ({ of, result }: { of: ResultItem['of']; result: ResultView }) => {
  const won = result.items.filter(item => item.won && item.of === of)
  const sum = (amountOf: (row: ResultItem) => number) => <Money pounds={Math.abs(totalOf(won, amountOf))} />
  return won.length === 0 ? null : (
    <>
      <RowsTable
        caption={of === 'project' ? 'Projects that won' : 'Credit requirements that won'}
        columns={columnsOf(of, result)}
        rows={won}
        rowLink={row => pageAddress(of, { id: row.id })}
        summary={
          won.length > 1 && {
            name: 'Total',
            cells: {
              [of === 'project' ? 'receives' : 'pays']: (
                <>
                  {sum(row => row.payment)}
                  {of === 'project' && (
                    <ProceedsNote proceeds={result.proceeds} supplier={supplierOf(result.isOwn)} />
                  )}
                </>
              ),
              value: sum(row => row.value),
              share: sum(row => row.share),
            },
          }
        }
      />
      <MapToggle
        label={of === 'project' ? 'Projects that won, on a map' : 'Credit requirements that won, on a map'}
        {...{ [`${of}s`]: { id: won.slice(0, MAX_PAGE_ROWS).map(({ id }) => id) } }}
      />
    </>
  )
}

const FurtherRounds = ({ item }: { item: ResultItem }) =>
  item.rounds.length === 0 ? (
    <p className="quiet small">No open market round accepts {item.name} at the moment.</p>
  ) : (
    <>
      <p>Open rounds that accept {item.name}:</p>
      <ul className="plain-list">
        {item.rounds.map(round => (
          <li key={round.id}>
            <Link to={pageAddress('round', { marketId: round.market.id, id: round.id })}>
              {round.market.name}, {round.name}
            </Link>
            {round.start && round.end && (
              <span className="quiet">
                {' '}
                <DayText day={round.start} /> to <DayText day={round.end} />
              </span>
            )}
            {round.takesPart && <span className="quiet"> Already registered there.</span>}
          </li>
        ))}
      </ul>
    </>
  )

/**
 * Records that did not win: the reason, the amount at which each would have tied if that is disclosed, and
 * where it can be put forward again.
 */
export const UnmatchedItems = ({ result }: { result: ResultView }) => {
  const lost = result.items.filter(item => !item.won)
  const hasMovedOn = (item: ResultItem): boolean => item.status !== 'Unmatched'
  return (
    <ul className="lost-items">
      {lost.map(item => (
        <li key={item.id}>
          <h3>
            <Link to={pageAddress(item.of, { id: item.id })}>{item.name}</Link>
          </h3>
          <p className="quiet">
            {item.of === 'project' ? 'Offer' : 'Bid'} <Money pounds={item.amount} />
            {item.costs > 0 && (
              <>
                {', with costs '}
                <Money pounds={item.amount + item.costs} />
              </>
            )}
          </p>
          <p className="measure">{item.sentence}</p>
          {item.critical !== null && (
            <p className="measure">{criticalAmountText(item.of, penceOf(item.critical))}</p>
          )}
          {result.settledAt &&
            (hasMovedOn(item) ? (
              <p className="quiet small">Its status has changed since the round was settled.</p>
            ) : (
              <FurtherRounds item={item} />
            ))}
        </li>
      ))}
    </ul>
  )
}
