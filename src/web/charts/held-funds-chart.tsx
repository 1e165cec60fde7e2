import { scaleLinear } from 'd3-scale'
import type { MoneyOverview } from '#contract/money/overview'
import { formatPounds } from './figures.ts'
import { heldFundsText } from './messages.ts'
import { useWidth } from './use-width.ts'
import './charts.css'

const HEIGHT = 180
const TOP = 22
const FOOT = 22

/** Curve of the money held for future years: the balance after each year, in pounds. */
export const HeldFundsChart = ({ years }: { years: MoneyOverview['heldByYear'] }) => {
  const [box, width] = useWidth(640)
  const [first, last] = [years[0], years.at(-1)]
  if (!first || !last) return null
  const points = [
    { year: first.year - 1, held: first.due + first.heldAfter },
    ...years.map(({ year, heldAfter }) => ({ year, held: heldAfter })),
  ]
  const x = scaleLinear()
    .domain([first.year - 1, last.year])
    .range([0, width])
  const y = scaleLinear()
    .domain([0, Math.max(1, ...points.map(({ held }) => held))])
    .range([HEIGHT - FOOT, TOP])
  const path = points
    .map(({ year, held }, at) => (at === 0 ? `M${x(year)},${y(held)}` : `H${x(year)}V${y(held)}`))
    .join('')
  return (
    <figure className="chart" ref={box}>
      <svg width={width} height={HEIGHT} role="img" aria-label={heldFundsText(years)}>
        <g aria-hidden="true">
          <path className="held-funds-area" d={`${path}V${y(0)}H0Z`} />
          <path className="held-funds-line" d={path} />
          <text className="chart-value" x={0} y={14}>
            {formatPounds(points[0]?.held ?? 0)}
          </text>
          <text className="chart-name" x={0} y={HEIGHT - 4}>
            {first.year - 1}
          </text>
          <text className="chart-name" x={width} y={HEIGHT - 4} textAnchor="end">
            {last.year}
          </text>
        </g>
      </svg>
    </figure>
  )
}
