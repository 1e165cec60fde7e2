import { Link } from 'react-router'
import { MOST_ROWS } from '#contract/noun'
import { addressOf } from '#contract/nouns'
import type { ResultItem, ResultView } from '#contract/result'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import { penceOf } from '#domain/money'
import { counterpartiesText, criticalText, partText } from '#domain/result-words'
import { DayText, Money, Quantity } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { ScheduleNote } from '../../parts/schedule.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { MapDoor } from '../shared/map-door.tsx'
import { ProceedsNote } from '../shared/proceeds-note.tsx'
import { CREDIT_TYPE_SHORT } from '../shared/credit-words.ts'

/** What was won or sold, each type with its days: the most of them is no stock of any day. */
const Units = ({ units, on }: Pick<ResultItem, 'units'> & { on: Day }) => (
  <ul className="cell-list">
    {units.map(one => (
      <li key={one.creditType} title={CREDIT_TYPE_LABELS[one.creditType]}>
        <Quantity units={one.units} /> <span className="quiet">{CREDIT_TYPE_SHORT[one.creditType]}</span>
        <ScheduleNote periods={one.unitsPerPeriod} on={on} />
      </li>
    ))}
  </ul>
)

const name: Column<ResultItem> = {
  id: 'name',
  header: 'Name',
  main: true,
  sortBy: row => row.name,
  cell: row => row.name,
}

const restOf = (value: string, on: Day): readonly Column<ResultItem>[] => [
  {
    id: 'units',
    header: 'Units',
    cell: row => (
      <>
        <Units units={row.units} on={on} />
        {partText(row) && <div className="quiet small">{partText(row)}</div>}
      </>
    ),
  },
  {
    id: 'counterparties',
    header: 'Trades with',
    cell: row => row.counterparties && counterpartiesText(row.counterparties),
  },
  {
    id: 'value',
    header: value,
    numeric: true,
    sortBy: row => row.value,
    cell: row => <Money pounds={row.value} />,
  },
  {
    id: 'share',
    header: 'Share',
    numeric: true,
    sortBy: row => row.share,
    cell: row => <Money pounds={row.share} />,
  },
  {
    id: 'status',
    header: 'Status',
    card: 'status',
    sortBy: row => row.status,
    cell: row => <StatusBadge kind={row.of} status={row.status} />,
  },
]

const price: Column<ResultItem> = {
  id: 'price',
  header: 'Per unit',
  numeric: true,
  sortBy: row => row.pricePerUnit,
  cell: row =>
    row.pricePerUnit === null ? (
      <span className="quiet">several types</span>
    ) : (
      <Money pounds={row.pricePerUnit} />
    ),
}

const amount = (
  id: string,
  header: string,
  of: (row: ResultItem) => number,
  supplier: string,
): Column<ResultItem> => ({
  id,
  header,
  numeric: true,
  sortBy: of,
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
        ...restOf('Ask', on),
      ]
    : [
        name,
        amount('pays', 'Pays', row => row.payment, supplierOf(isOwn)),
        price,
        ...restOf('Bid that won', on),
      ]

const totalOf = (items: readonly ResultItem[], of: (row: ResultItem) => number): number =>
  items.reduce((sum, item) => sum + penceOf(of(item)), 0) / 100

/** What was won on one side, with what is paid or received for each, per unit too. */
export const WonItems = ({ of, result }: { of: ResultItem['of']; result: ResultView }) => {
  const won = result.items.filter(item => item.won && item.of === of)
  const sum = (amountOf: (row: ResultItem) => number) => <Money pounds={Math.abs(totalOf(won, amountOf))} />
  return won.length === 0 ? null : (
    <>
      <RowsTable
        caption={of === 'project' ? 'Projects that won' : 'Credit requirements that won'}
        columns={columnsOf(of, result)}
        rows={won}
        rowLink={row => addressOf(of, { id: row.id })}
        summary={
          won.length > 1 && {
            name: 'Together',
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
      <MapDoor
        label={of === 'project' ? 'Projects that won, on a map' : 'Credit requirements that won, on a map'}
        {...{ [`${of}s`]: { id: won.slice(0, MOST_ROWS).map(({ id }) => id) } }}
      />
    </>
  )
}

const FurtherRounds = ({ item }: { item: ResultItem }) =>
  item.rounds.length === 0 ? (
    <p className="quiet small">No market round is open at present that takes it.</p>
  ) : (
    <>
      <p>Rounds that take it:</p>
      <ul className="plain-list">
        {item.rounds.map(round => (
          <li key={round.id}>
            <Link to={addressOf('round', { marketId: round.market.id, id: round.id })}>
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

/** What did not win: why, at which amount it would have tied where that is told, and where it could be put forward again. */
export const LostItems = ({ result }: { result: ResultView }) => {
  const lost = result.items.filter(item => !item.won)
  const hasMovedOn = (item: ResultItem): boolean => item.status !== 'Unmatched'
  return (
    <ul className="lost-items">
      {lost.map(item => (
        <li key={item.id}>
          <h3>
            <Link to={addressOf(item.of, { id: item.id })}>{item.name}</Link>
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
            <p className="measure">{criticalText(item.of, penceOf(item.critical))}</p>
          )}
          {result.settledAt &&
            (hasMovedOn(item) ? (
              <p className="quiet small">It has gone on since.</p>
            ) : (
              <FurtherRounds item={item} />
            ))}
        </li>
      ))}
    </ul>
  )
}
