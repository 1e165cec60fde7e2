import { scaleLinear } from 'd3-scale'
import type { Day } from '@credit-market/values/dates'
import { addDays, showDay } from '@credit-market/values/dates'
import { dateToMilliseconds } from './figures.ts'
import { timeTicks } from './time-axis.ts'
import { TimeGrid } from './time-grid.tsx'
import { useWidth } from './use-width.ts'
import './charts.css'

/** Period of dates in which something may be registered; both ends belong to it. */
export interface RegistrationDates {
  name: string
  start: Day | null
  end: Day | null
}

type SetWindow = { name: string; start: Day; end: Day }

const ROW = 34
const TOP = 24
const AXIS = 22

/** Stage of a round relative to registration: before, during or after. */
type AtRegistration = 'before' | 'open' | 'past'

const windowText = (window: RegistrationDates, today: Day, at: AtRegistration): string => {
  if (window.start === null || window.end === null) return 'not set'
  if (at === 'before') return `${showDay(window.start)} to ${showDay(window.end)}`
  if (today < window.start) return `opens ${showDay(window.start)}`
  if (today > window.end) return `closed ${showDay(window.end)}`
  if (at === 'past') return 'closed'
  return `open until ${showDay(window.end)}`
}

/** Registration windows on a time axis, with today. */
export const WindowsChart = ({
  windows,
  today,
  at,
}: {
  windows: readonly RegistrationDates[]
  today: Day
  /** Takes precedence over the dates. */
  at: AtRegistration
}) => {
  const [box, width] = useWidth(640)
  const known = windows.filter((w): w is SetWindow => w.start !== null && w.end !== null)
  // An empty axis would show nothing.
  if (known.length === 0) return <p className="quiet">No dates are set yet.</p>
  const days = [
    ...known.flatMap(w => [dateToMilliseconds(w.start), dateToMilliseconds(addDays(w.end, 1))]),
    dateToMilliseconds(today),
  ]
  const margin = Math.max(3 * 86_400_000, (Math.max(...days) - Math.min(...days)) * 0.03)
  const isNarrow = width < 560
  const side = isNarrow ? 0 : 132
  const from = Math.min(...days) - margin
  const to = Math.max(...days) + margin
  const x = scaleLinear()
    .domain([from, to])
    .range([side, width - 2])
  const now = x(dateToMilliseconds(today))
  const floor = TOP + windows.length * ROW + 2
  const height = floor + AXIS
  return (
    <figure className="chart windows-chart" ref={box}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={windows.map(w => `${w.name}: ${windowText(w, today, at)}`).join('. ')}
      >
        <TimeGrid
          ticks={timeTicks(from, to, (width - side) / 80)}
          x={x}
          top={16}
          bottom={floor}
          from={side}
          to={width}
        />
        <line className="chart-floor" x1={side} x2={width} y1={floor} y2={floor} />
        <line className="window-today" x1={now} x2={now} y1={16} y2={floor} />
        {windows.map((window, row) => {
          const top = TOP + row * ROW
          const isSet = window.start !== null && window.end !== null
          const left = isSet && window.start ? x(dateToMilliseconds(window.start)) : side
          const right = isSet && window.end ? x(dateToMilliseconds(addDays(window.end, 1))) : side
          const isOpen =
            at === 'open' &&
            window.start !== null &&
            window.end !== null &&
            window.start <= today &&
            today <= window.end
          const words = windowText(window, today, at)
          const isRight = right + 8 + words.length * 6.6 < width
          const isLeft = !isRight && left - 8 - words.length * 6.6 > side
          // If there is no space on either side, the label is inside the bar.
          const textAt = isRight ? right + 8 : isLeft ? left - 8 : left + 8
          return (
            <g key={window.name}>
              <text className="chart-name" x={0} y={top + (isNarrow ? 8 : 15)}>
                {isNarrow ? `${window.name}, ${words}` : window.name}
              </text>
              {isSet && (
                <rect
                  className={isOpen ? 'window is-open' : 'window'}
                  x={left}
                  y={top + (isNarrow ? 14 : 4)}
                  width={Math.max(3, right - left)}
                  height={isNarrow ? 10 : 14}
                  rx={3}
                />
              )}
              {!isNarrow && (
                <text
                  className={isSet && !isRight && !isLeft ? 'window-words' : 'chart-axis'}
                  x={isSet ? textAt : side}
                  y={top + 15}
                  textAnchor={isSet && textAt < left ? 'end' : 'start'}
                >
                  {words}
                </text>
              )}
            </g>
          )
        })}
        <text
          className="window-today-text"
          x={now}
          y={11}
          textAnchor={now > width - 80 ? 'end' : now < 60 ? 'start' : 'middle'}
        >
          Today, {showDay(today)}
        </text>
      </svg>
    </figure>
  )
}
