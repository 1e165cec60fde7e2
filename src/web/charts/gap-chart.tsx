import { scaleLinear } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { formatPounds, formatShortPounds } from './figures.ts'
import { useWidth } from './use-width.ts'
import './charts.css'

/** State of a running match at one instant: seconds since its start, amounts in pounds. */
export interface GapPoint {
  at: number
  surplus: number | null
  bound: number | null
}

type Known = { at: number; surplus: number; bound: number }

const HEIGHT = 220
const SIDE = { top: 16, right: 8, bottom: 28, left: 56 }

/** Surplus found so far and its upper bound, drawn as the gap between them closes. */
export const GapChart = ({ points, label }: { points: readonly GapPoint[]; label: string }) => {
  const [box, width] = useWidth()
  const known = points.filter((p): p is Known => p.surplus !== null && p.bound !== null)
  const last = known.at(-1)
  const end = Math.max(1, points.at(-1)?.at ?? 1)
  const low = Math.min(0, ...known.map(p => p.surplus))
  const high = Math.max(1, ...known.map(p => p.bound))
  const x = scaleLinear()
    .domain([0, end])
    .range([SIDE.left, width - SIDE.right])
  const y = scaleLinear()
    .domain([low, high * 1.04])
    .range([HEIGHT - SIDE.bottom, SIDE.top])
  const drawn = last && last.at < end ? [...known, { ...last, at: end }] : known
  const between = area<Known>()
    .x(p => x(p.at))
    .y0(p => y(p.surplus))
    .y1(p => y(p.bound))
    .curve(curveStepAfter)
  const found = line<Known>()
    .x(p => x(p.at))
    .y(p => y(p.surplus))
    .curve(curveStepAfter)
  const possible = line<Known>()
    .x(p => x(p.at))
    .y(p => y(p.bound))
    .curve(curveStepAfter)
  const closed = last !== undefined && last.bound - last.surplus < 0.005
  return (
    <figure className="chart" ref={box}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={
          last
            ? `${label}. Best surplus found: ${formatPounds(last.surplus)}. Highest possible: ${formatPounds(last.bound)}.`
            : `${label}. No surplus found yet.`
        }
      >
        {y.ticks(4).map(tick => (
          <g key={tick} className="chart-tick">
            <line x1={SIDE.left} x2={width - SIDE.right} y1={y(tick)} y2={y(tick)} />
            <text x={SIDE.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {formatShortPounds(tick)}
            </text>
          </g>
        ))}
        {x.ticks(Math.min(6, Math.max(2, Math.floor(width / 110)))).map(tick => (
          <text key={tick} className="chart-axis" x={x(tick)} y={HEIGHT - 8} textAnchor="middle">
            {tick} s
          </text>
        ))}
        <path className="gap-between" d={between(drawn) ?? ''} />
        <path className="gap-bound" d={possible(drawn) ?? ''} />
        <path className="gap-found" d={found(drawn) ?? ''} />
        {last && (
          <circle
            className={closed ? 'gap-end is-closed' : 'gap-end'}
            cx={x(end)}
            cy={y(last.surplus)}
            r={5}
          />
        )}
      </svg>
      <figcaption className="chart-legend">
        <span className="legend-line is-found">Best surplus found</span>
        <span className="legend-line is-bound">Highest still possible</span>
      </figcaption>
    </figure>
  )
}
