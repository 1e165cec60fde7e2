import { useId, useMemo } from 'react'
import { HOLDING_LABELS, HOLDINGS, type Holding } from '#domain/balance'
import { CREDIT_TYPE_LABELS, nameWithUnits, unitsNote } from '#domain/credit-type'
import { showDay } from '#domain/dates'
import type { BalanceOfType, BalancePeriod } from '#contract/balance'
import { Quantity } from '../parts/amounts.tsx'
import type { Column } from '../parts/columns.ts'
import { RowsTable } from '../parts/data-table.tsx'
import { scheduleWords } from '../parts/schedule.tsx'
import { Term } from '../parts/term.tsx'
import { BandDrawing } from './band-drawing.tsx'
import { heldIn, periodOn } from './band-layout.ts'
import { HoldingPatterns } from './band-patterns.tsx'
import { type ChosenDay } from './day-chooser.tsx'
import { dayText } from '../parts/day-text.ts'
import { CREDIT_CLASS, units } from './figures.ts'
import './charts.css'
import './band.css'

interface HoldingRow {
  id: Holding
}

/** What the legend does when a holding is pressed, and which is chosen. */
export interface HoldingChoice {
  chosen: string | null
  choose: (holding: Holding | null) => void
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
  header: `From ${showDay(period.start)}`,
  numeric: true,
  cell: row => <Quantity units={period[row.id]} />,
})

/** The same as the drawing in numbers: a row for each holding, a column for each time in which nothing changes, and the sums. */
const BandTable = ({ sheet, sum, caption }: { sheet: BalanceOfType; sum: string; caption: string }) => {
  const columns = useMemo(() => [NAME, ...sheet.periods.map(periodColumn)], [sheet])
  const end = sheet.periods.at(-1)?.end
  return (
    <>
      <RowsTable
        caption={caption}
        columns={columns}
        rows={heldIn(sheet).map(id => ({ id }))}
        summary={{
          name: <Term word={sum} />,
          cells: Object.fromEntries(
            sheet.periods.map(period => [period.start, <Quantity key={period.start} units={period.total} />]),
          ),
        }}
      />
      {end && <p className="quiet small">Nothing is left from {showDay(end)} on.</p>}
    </>
  )
}

/**
 * The balance sheet of one credit type: where its units are, as a band over time with a line at the chosen day; beside it
 * the figures of that day, which add up; and all of it as a table.
 */
export const Band = ({
  sheet,
  span = sheet.periods,
  day,
  sum = 'Certified',
  holding,
}: {
  sheet: BalanceOfType
  /** All that the time axis is for. */
  span?: readonly BalancePeriod[]
  day: ChosenDay
  /** What its holdings come to: all that is certified, or together what a list selects. */
  sum?: string
  holding?: HoldingChoice
}) => {
  // What React puts into an id must be escaped in an address of a pattern.
  const prefix = `band-${useId().replaceAll(/\W/g, '')}`
  const held = heldIn(sheet)
  const period = periodOn(sheet.periods, day.on)
  const name = CREDIT_TYPE_LABELS[sheet.creditType]
  const onDay = (one: Holding | 'total') => period?.[one] ?? 0
  const words = held.map(one => `${HOLDING_LABELS[one].toLowerCase()} ${units(onDay(one))}`).join(', ')
  const label = `${name}. ${dayText(day)}: ${sum.toLowerCase()} ${units(onDay('total'))}, of it ${words}`
  // What never changes while it is there is told in words.
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
            <p>{scheduleWords(totals, day.on)}</p>
          </>
        )}
        <table className="band-legend">
          <caption className="sr-only">
            {name}, {dayText(day)}
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
                <td>
                  <Quantity units={onDay(one)} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                <Term word={sum} />
              </th>
              <td>
                <Quantity units={onDay('total')} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {isDrawn && (
        <details className="band-table">
          <summary>Over time, as a table</summary>
          <BandTable sheet={sheet} sum={sum} caption={`${nameWithUnits(sheet.creditType)} over time`} />
        </details>
      )}
    </section>
  )
}
