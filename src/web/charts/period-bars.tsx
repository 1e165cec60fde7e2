import { scaleLinear } from 'd3-scale'
import type { Day } from '#domain/dates'
import { showDay } from '#domain/dates'
import { periodText, timeOf, units } from './figures.ts'
import { useWidth } from './use-width.ts'
import './charts.css'

/** Units in one period; an end of null is for ever. */
export interface UnitsInPeriod {
  start: Day
  end: Day | null
  units: number
}

const LOW = 92
const TALL = 190
const YEAR = 365.25 * 86_400_000

const inWords = (periods: readonly UnitsInPeriod[]): string => {
  const changes = periods.filter((p, i) => i === 0 || p.units !== periods[i - 1]?.units)
  const shown = changes.length > 6 ? [...changes.slice(0, 2), ...changes.slice(-2)] : changes
  return shown.map(p => `${units(p.units)} ${periodText(p.start, p.end)}`).join('; ')
}

/** The units of a service or a credit, period by period; the last fades out where it lasts for ever. */
export const PeriodBars = ({
  periods,
  label,
  tall = false,
}: {
  periods: readonly UnitsInPeriod[]
  label: string
  /** Drawn high, where there is room. */
  tall?: boolean
}) => {
  const [box, width] = useWidth(360)
  const height = tall ? TALL : LOW
  const floor = height - 20
  const first = periods[0]
  const last = periods.at(-1)
  if (!first || !last) return null
  const from = timeOf(first.start)
  const known = Math.max(...periods.map(p => timeOf(p.end ?? p.start)))
  const room = Math.max(YEAR, (known - from) * 0.18)
  const to = last.end === null ? known + room : known
  const most = Math.max(0.0001, ...periods.map(p => p.units))
  const x = scaleLinear().domain([from, to]).range([0, width])
  const y = scaleLinear().domain([0, most]).range([floor, 16])
  const full = periods.find(p => p.units === most) ?? last
  return (
    <figure className="chart period-bars" ref={box}>
      <svg width={width} height={height} role="img" aria-label={`${label}: ${inWords(periods)}`}>
        {periods.map(p => {
          const left = x(timeOf(p.start))
          const right = p.end === null ? width : x(timeOf(p.end))
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
        <line className="chart-floor" x1={0} x2={width} y1={floor} y2={floor} />
        <text
          className="chart-value"
          x={Math.min(width - 4, Math.max(0, x(timeOf(full.start)) + 2))}
          y={11}
          textAnchor={x(timeOf(full.start)) > width * 0.7 ? 'end' : 'start'}
        >
          {units(most)}
        </text>
        <text className="chart-axis" x={0} y={height - 5}>
          {showDay(first.start)}
        </text>
        <text className="chart-axis" x={width} y={height - 5} textAnchor="end">
          {last.end === null ? 'for ever' : showDay(last.end)}
        </text>
      </svg>
    </figure>
  )
}
