import { scaleLinear } from 'd3-scale'
import { HOLDING_LABELS, type Holding } from '#domain/credit/balance'
import { showDay } from '@credit-market/values/dates'
import type { BalanceOfType, BalancePeriod } from '#contract/kit/balance'
import { createBalanceBandAxis, layOutBalanceBand, type BalanceBandBlock } from './band-layout.ts'
import { HoldingPatterns } from './band-patterns.tsx'
import type { DateSelection } from './day-chooser.tsx'
import { millisecondsToDate, formatUnits } from './figures.ts'
import { timeTicks } from './time-axis.ts'
import { TimeGrid } from './time-grid.tsx'
import { useWidth } from './use-width.ts'

const TOP = 22
const FLOOR = 172
const HEIGHT = 196

/** Widest block of each holding, which carries the name if there is space. */
const named = (blocks: readonly BalanceBandBlock[]): BalanceBandBlock[] => {
  const widest = new Map<Holding, BalanceBandBlock>()
  for (const block of blocks) {
    const known = widest.get(block.holding)
    if (!known || block.right - block.left > known.right - known.left) widest.set(block.holding, block)
  }
  return [...widest.values()]
}

const anchorAt = (place: number, width: number): 'start' | 'middle' | 'end' =>
  place < 52 ? 'start' : place > width - 52 ? 'end' : 'middle'

/** Holdings of one credit type as a stacked band over time, with lines at today and at the chosen date. */
export const BandDrawing = ({
  sheet: { periods },
  span,
  day: { on, today, choose },
  prefix,
  label,
}: {
  sheet: BalanceOfType
  /** Periods that the time axis covers, so that bands of several types are aligned. */
  span: readonly BalancePeriod[]
  day: DateSelection
  /** Prefix of the pattern ids. */
  prefix: string
  label: string
}) => {
  const [box, width] = useWidth(640)
  const axis = createBalanceBandAxis(span, today, width)
  const blocks = layOutBalanceBand(periods, axis, width)
  const most = Math.max(0.0001, ...periods.map(({ total }) => total))
  const y = scaleLinear().domain([0, most]).range([FLOOR, TOP])
  const [now, then] = [axis.x(today), axis.x(on)]
  const dayAtPixel = (place: number): string => {
    const near = periods.map(({ start }) => start).find(start => Math.abs(axis.x(start) - place) < 6)
    const share = Math.min(1, Math.max(0, place / axis.bend))
    return near ?? millisecondsToDate(axis.from + share * (axis.known - axis.from))
  }
  const isApart = on !== today && Math.abs(now - then) > 90
  return (
    <div className="chart band" ref={box}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={label}
        // Shortcut for pointers; the slider and the field choose the same dates.
        onClick={event =>
          choose(dayAtPixel(event.clientX - event.currentTarget.getBoundingClientRect().left))
        }
      >
        <HoldingPatterns prefix={prefix} />
        <TimeGrid
          ticks={timeTicks(axis.from, axis.known, axis.bend / 80)}
          x={at => ((at - axis.from) / (axis.known - axis.from)) * axis.bend}
          top={TOP}
          bottom={FLOOR}
          from={0}
          to={axis.bend < width ? axis.bend - 4 : width}
        />
        {blocks.map(({ holding, start, left, right, low, high }) => (
          <rect
            key={`${holding} ${start}`}
            className="held"
            fill={`url(#${prefix}-${holding})`}
            x={left}
            y={y(high)}
            width={Math.max(1, right - left)}
            height={Math.max(1, y(low) - y(high))}
          />
        ))}
        {named(blocks).map(({ holding, left, right, low, high }) =>
          right - left > HOLDING_LABELS[holding].length * 7.4 + 16 && y(low) - y(high) > 18 ? (
            <text key={holding} className="held-name" x={left + 8} y={(y(low) + y(high)) / 2} dy="0.34em">
              {HOLDING_LABELS[holding]}
            </text>
          ) : null,
        )}
        <line className="chart-floor" x1={0} x2={axis.bend} y1={FLOOR} y2={FLOOR} />
        {axis.bend < width && (
          <>
            <line className="chart-floor is-tail" x1={axis.bend} x2={width} y1={FLOOR} y2={FLOOR} />
            <text className="chart-axis" x={width} y={FLOOR + 15} textAnchor="end">
              for ever
            </text>
          </>
        )}
        <line className="window-today" x1={now} x2={now} y1={TOP - 4} y2={FLOOR} />
        {(on === today || isApart) && (
          <text className="window-today-text" x={now} y={TOP - 9} textAnchor={anchorAt(now, width)}>
            Today
          </text>
        )}
        {on !== today && (
          <>
            <line className="band-day" x1={then} x2={then} y1={TOP - 4} y2={FLOOR} />
            <circle className="band-day-end" cx={then} cy={FLOOR} r={5} />
            <text className="band-day-text" x={then} y={TOP - 9} textAnchor={anchorAt(then, width)}>
              {showDay(on)}
            </text>
          </>
        )}
        <text className="chart-axis band-most" x={2} y={TOP + 11}>
          {isApart || then > 60 || now > 60 ? formatUnits(most) : ''}
        </text>
      </svg>
    </div>
  )
}
