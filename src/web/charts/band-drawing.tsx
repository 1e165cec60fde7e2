import { scaleLinear } from 'd3-scale'
import { HOLDING_LABELS, type Holding } from '#domain/balance'
import { showDay } from '#domain/dates'
import type { BalanceOfType, BalancePeriod } from '#contract/balance'
import { axisOf, blocksOf, type BandBlock } from './band-layout.ts'
import { HoldingPatterns } from './band-patterns.tsx'
import type { ChosenDay } from './day-chooser.tsx'
import { dayAt, units } from './figures.ts'
import { timeTicks } from './time-axis.ts'
import { TimeGrid } from './time-grid.tsx'
import { useWidth } from './use-width.ts'

const TOP = 22
const FLOOR = 172
const HEIGHT = 196

/** The widest block of each holding, where its name stands if there is room. */
const named = (blocks: readonly BandBlock[]): BandBlock[] => {
  const widest = new Map<Holding, BandBlock>()
  for (const block of blocks) {
    const known = widest.get(block.holding)
    if (!known || block.right - block.left > known.right - known.left) widest.set(block.holding, block)
  }
  return [...widest.values()]
}

const anchorAt = (place: number, width: number): 'start' | 'middle' | 'end' =>
  place < 52 ? 'start' : place > width - 52 ? 'end' : 'middle'

/** The holdings of one credit type as a stacked band over time, with a line at today and one at the chosen day. */
export const BandDrawing = ({
  sheet: { periods },
  span,
  day: { on, today, choose },
  prefix,
  label,
}: {
  sheet: BalanceOfType
  /** All that the time axis is for, so that bands of several types stand under each other. */
  span: readonly BalancePeriod[]
  day: ChosenDay
  /** Of the patterns' names. */
  prefix: string
  label: string
}) => {
  const [box, width] = useWidth(640)
  const axis = axisOf(span, today, width)
  const blocks = blocksOf(periods, axis, width)
  const most = Math.max(0.0001, ...periods.map(({ total }) => total))
  const y = scaleLinear().domain([0, most]).range([FLOOR, TOP])
  const [now, then] = [axis.x(today), axis.x(on)]
  const dayAtPixel = (place: number): string => {
    const near = periods.map(({ start }) => start).find(start => Math.abs(axis.x(start) - place) < 6)
    const share = Math.min(1, Math.max(0, place / axis.bend))
    return near ?? dayAt(axis.from + share * (axis.known - axis.from))
  }
  const isApart = on !== today && Math.abs(now - then) > 90
  return (
    <div className="chart band" ref={box}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={label}
        // A short cut for those with a pointer; the slider and the field choose the same.
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
          {isApart || then > 60 || now > 60 ? units(most) : ''}
        </text>
      </svg>
    </div>
  )
}
