import { scaleLinear } from 'd3-scale'
import type { Day } from '@credit-market/values/dates'
import { hasChanges, describeSchedule, type UnitsByPeriod } from '../parts/values/schedule.tsx'
import { dateToMilliseconds, formatUnits } from './figures.ts'
import { timeTicks } from './time-axis.ts'
import { TimeGrid } from './time-grid.tsx'
import { useWidth } from './use-width.ts'
import './charts.css'

const LOW = 96
const TALL = 190
const YEAR = 365.25 * 86_400_000

/**
 * Units of a service or a credit over time; the last period fades out if it lasts for ever. Units that never
 * change are described in words.
 */
export const PeriodBars = ({
  periods,
  label,
  on,
  tall = false,
}: {
  periods: UnitsByPeriod
  label: string
  /** Date from which the units are described. */
  on: Day
  /** Draws the bars high, where there is space. */
  tall?: boolean
}) => {
  const [box, width] = useWidth(360)
  const height = tall ? TALL : LOW
  const floor = height - 22
  const first = periods[0]
  const last = periods.at(-1)
  if (!first || !last) return null
  const words = describeSchedule(periods, on)
  if (!hasChanges(periods)) return <p className="schedule">{words}</p>
  const from = dateToMilliseconds(first.start)
  const known = Math.max(...periods.map(p => dateToMilliseconds(p.end ?? p.start)))
  const room = Math.max(YEAR, (known - from) * 0.18)
  const to = last.end === null ? known + room : known
  const most = Math.max(0.0001, ...periods.map(p => p.units))
  const x = scaleLinear().domain([from, to]).range([0, width])
  const y = scaleLinear().domain([0, most]).range([floor, 16])
  const now = dateToMilliseconds(on)
  const full = periods.find(p => p.units === most) ?? last
  return (
    <figure className="chart period-bars" ref={box}>
      <svg width={width} height={height} role="img" aria-label={`${label}: ${words}`}>
        {periods.map(p => {
          const left = x(dateToMilliseconds(p.start))
          const right = p.end === null ? width : x(dateToMilliseconds(p.end))
          return (
            <rect
              key={p.start}
              className={p.end === null ? 'period is-open' : 'period'}
              x={left}
              y={y(p.units)}
              width={Math.max(1, right - left - 1)}
              height={Math.max(0, floor - y(p.units))}
            />
          )
        })}
        <TimeGrid
          ticks={timeTicks(from, known, width / 90)}
          x={x}
          top={floor}
          bottom={floor + 3}
          from={0}
          to={last.end === null ? width - 56 : width}
        />
        {now > from && now < to && (
          <line className="window-today" x1={x(now)} x2={x(now)} y1={4} y2={floor} />
        )}
        <line className="chart-floor" x1={0} x2={width} y1={floor} y2={floor} />
        <text
          className="chart-value"
          x={Math.min(width - 4, Math.max(0, x(dateToMilliseconds(full.start)) + 2))}
          y={11}
          textAnchor={x(dateToMilliseconds(full.start)) > width * 0.7 ? 'end' : 'start'}
        >
          {formatUnits(most)}
        </text>
        {last.end === null && (
          <text className="chart-axis" x={width} y={floor + 18} textAnchor="end">
            for ever
          </text>
        )}
      </svg>
      <figcaption className="quiet small schedule">{words}</figcaption>
    </figure>
  )
}
