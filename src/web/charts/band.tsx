import { useId, useMemo, useState } from 'react'
import { HOLDING_LABELS, HOLDINGS, type Holding } from '#domain/credit/balance'
import { CREDIT_TYPE_LABELS, creditTypeWithUnit, unitsNote } from '#domain/values/credit-type'
import { type Day, showDay } from '@credit-market/values/dates'
import type { BalanceOfType, BalancePeriod } from '#contract/kit/balance'
import { Quantity } from '../parts/values/amounts.tsx'
import type { Column } from '../parts/table/columns.ts'
import { RowsTable } from '../parts/table/data-table.tsx'
import { describeSchedule } from '../parts/values/schedule.tsx'
import { LoadingPlaceholder } from '../parts/page/query-boundary.tsx'
import { Term } from '../parts/term.tsx'
import { BandDrawing } from './band-drawing.tsx'
import { listHoldingsWithUnits, findLineOnDate } from './band-layout.ts'
import { HoldingPatterns } from './band-patterns.tsx'
import { type DateSelection } from './day-chooser.tsx'
import { figuresDateText } from '../parts/texts.ts'
import { CREDIT_CLASS } from './figures.ts'
import { balanceBandLabel, fromDayText, NOT_YET_KNOWN } from './messages.ts'
import './charts.css'
import './band.css'

interface HoldingRow {
  id: Holding
}

/** The chosen holding, and a handler for clicks on holdings in the legend. */
export interface HoldingSelection {
  chosen: string | null
  choose: (holding: Holding | null) => void
}

/** A sheet whose periods are only samples, and a handler that fetches them all. */
export interface CoarsePeriods {
  /** The date for which `onDay` has the exact figures. */
  on: Day
  showAll: () => void
}

const Swatch = ({ prefix, holding }: { prefix: string; holding: Holding }) => (
  <svg className="swatch" width="22" height="14" aria-hidden="true">
    <rect className="held" fill={`url(#${prefix}-${holding})`} x="0.5" y="0.5" width="21" height="13" />
  </svg>
)

const NAME: Column<HoldingRow> = {
  id: 'holding',
  header: 'Holding',
  main: true,
  cell: row => <Term word={HOLDING_LABELS[row.id]} />,
}

const periodColumn = (period: BalancePeriod): Column<HoldingRow> => ({
  id: period.start,
  header: fromDayText(period.start),
  numeric: true,
  cell: row => <Quantity units={period[row.id]} />,
})

/** Drawing as a table: a row for each holding, a column for each period without changes, and the totals. */
const BandTable = ({ sheet, sum, caption }: { sheet: BalanceOfType; sum: string; caption: string }) => {
  const columns = useMemo(() => [NAME, ...sheet.periods.map(periodColumn)], [sheet])
  const end = sheet.periods.at(-1)?.end
  return (
    <>
      <RowsTable
        caption={caption}
        columns={columns}
        rows={listHoldingsWithUnits(sheet).map(id => ({ id }))}
        summary={{
          name: <Term word={sum} />,
          cells: Object.fromEntries(
            sheet.periods.map(period => [period.start, <Quantity key={period.start} units={period.total} />]),
          ),
        }}
      />
      {end && <p className="quiet small">There are no units from {showDay(end)} on.</p>}
    </>
  )
}

/** Everything as a table, which is not rendered before it is opened: it can have hundreds of columns. */
const TableOverTime = ({
  sheet,
  sum,
  coarse,
}: {
  sheet: BalanceOfType
  sum: string
  coarse: CoarsePeriods | undefined
}) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="band-table"
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open)
        if (open) coarse?.showAll()
      }}
    >
      <summary>Over time, as a table</summary>
      {isOpen &&
        (coarse ? (
          <LoadingPlaceholder />
        ) : (
          <BandTable sheet={sheet} sum={sum} caption={`${creditTypeWithUnit(sheet.creditType)} over time`} />
        ))}
    </details>
  )
}

/**
 * Balance sheet of one credit type: its units as a band over time with a line at the chosen date; next to it
 * the figures of that date, which add up; and everything as a table.
 */
export const BalanceBand = ({
  sheet,
  span = sheet.periods,
  day,
  sum = 'Certified',
  holding,
  coarse,
}: {
  sheet: BalanceOfType
  /** Periods that the time axis covers. */
  span?: readonly BalancePeriod[]
  day: DateSelection
  /** Label of the total of its holdings: all certified units, or the total of what a list selects. */
  sum?: string
  holding?: HoldingSelection
  coarse?: CoarsePeriods
}) => {
  // React's ids contain characters that would have to be escaped in the address of a pattern.
  const prefix = `band-${useId().replaceAll(/\W/g, '')}`
  const held = listHoldingsWithUnits(sheet)
  const line = findLineOnDate(sheet, day.on, coarse?.on)
  const name = CREDIT_TYPE_LABELS[sheet.creditType]
  const figureOf = (one: Holding | 'total') => (line ? <Quantity units={line[one]} /> : NOT_YET_KNOWN)
  const label = balanceBandLabel(
    name,
    figuresDateText(day),
    line && {
      total: { label: sum, units: line.total },
      holdings: held.map(one => ({ label: HOLDING_LABELS[one], units: line[one] })),
    },
  )
  // A sheet that never changes is described in words instead.
  const isDrawn = sheet.periods.length > 1
  const totals = sheet.periods.map(({ start, end, total }) => ({ start, end, units: total }))
  return (
    <section className={`band-box ${CREDIT_CLASS[sheet.creditType]}`} aria-label={name}>
      <h3>
        {name} <span className="quiet band-unit">{unitsNote(sheet.creditType)}</span>
      </h3>
      <div className="band-body">
        {isDrawn ? (
          <BandDrawing sheet={sheet} span={span} day={day} prefix={prefix} label={label} />
        ) : (
          <>
            <svg width="0" height="0" className="band-patterns" aria-hidden="true">
              <HoldingPatterns prefix={prefix} />
            </svg>
            <p>{describeSchedule(totals, day.on)}</p>
          </>
        )}
        <table className="band-legend">
          <caption className="sr-only">
            {name}, {figuresDateText(day)}
          </caption>
          <tbody>
            {HOLDINGS.filter(one => held.includes(one)).map(one => (
              <tr key={one}>
                <th scope="row">
                  <Swatch prefix={prefix} holding={one} />
                  {holding ? (
                    <button
                      type="button"
                      className="band-filter"
                      aria-pressed={holding.chosen === one}
                      onClick={() => holding.choose(holding.chosen === one ? null : one)}
                    >
                      {HOLDING_LABELS[one]}
                    </button>
                  ) : (
                    <Term word={HOLDING_LABELS[one]} />
                  )}
                </th>
                <td>{figureOf(one)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                <Term word={sum} />
              </th>
              <td>{figureOf('total')}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {isDrawn && <TableOverTime sheet={sheet} sum={sum} coarse={coarse} />}
    </section>
  )
}
