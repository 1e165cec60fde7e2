import { scaleLinear } from 'd3-scale'
import type { MatchTotals as TotalsOverTime } from '#contract/round/match'
import { CREDIT_CLASS, formatUnits } from './figures.ts'
import { useWidth } from './use-width.ts'
import './charts.css'

type Totals = Omit<TotalsOverTime, 'periods'>

interface Part {
  name: string
  units: number
  tone: string
}

const BAR = 26
const PITCH = 60

const barsOf = (totals: Totals): { name: string; total: number; parts: Part[] }[] => [
  {
    name: 'Supply in offers',
    total: totals.supplied,
    parts: [
      { name: 'Sold', units: totals.sold, tone: 'is-sold' },
      { name: 'Reserve', units: totals.reserved, tone: 'is-reserve' },
      {
        name: 'Unused',
        units: Math.max(0, totals.supplied - totals.sold - totals.reserved),
        tone: 'is-rest',
      },
    ],
  },
  {
    name: 'Demand in bids',
    total: totals.demanded,
    parts: [
      { name: 'Met', units: totals.sold, tone: 'is-sold' },
      { name: 'Not met', units: Math.max(0, totals.demanded - totals.sold), tone: 'is-rest' },
    ],
  },
]

const inWords = (totals: Totals): string =>
  barsOf(totals)
    .map(
      bar =>
        `${bar.name} ${formatUnits(bar.total)}: ${bar.parts.map(p => `${p.name} ${formatUnits(p.units)}`).join(', ')}`,
    )
    .join('. ')

/**
 * Supply offered and demand bid for in one credit type, with how much of each was sold, reserved or left
 * over.
 */
export const SupplyDemandChart = ({ totals, label }: { totals: Totals; label: string }) => {
  const [box, width] = useWidth(420)
  const bars = barsOf(totals)
  const x = scaleLinear()
    .domain([0, Math.max(0.0001, ...bars.map(bar => bar.total))])
    .range([0, width])
  const height = PITCH * bars.length
  return (
    <figure className={`chart supply-demand ${CREDIT_CLASS[totals.creditType]}`} ref={box}>
      <svg width={width} height={height} role="img" aria-label={`${label}. ${inWords(totals)}`}>
        <defs>
          <pattern id={`hatch-${totals.creditType}`} width="6" height="6" patternUnits="userSpaceOnUse">
            <rect className="hatch-ground" width="6" height="6" />
            <path className="hatch-line" d="M-1 7 7 -1 M-1 1 1 -1 M5 7 7 5" />
          </pattern>
        </defs>
        {bars.map((bar, row) => {
          const top = row * PITCH + 20
          let left = 0
          return (
            <g key={bar.name}>
              <text className="chart-name" x={0} y={top - 7}>
                {bar.name}
              </text>
              <text className="chart-value" x={width} y={top - 7} textAnchor="end">
                {formatUnits(bar.total)}
              </text>
              {bar.parts.map(part => {
                const start = x(left)
                left += part.units
                const room = Math.max(0, x(left) - start)
                return room < 0.5 ? null : (
                  <rect
                    key={part.name}
                    className={`part ${part.tone}`}
                    {...(part.tone === 'is-reserve' ? { fill: `url(#hatch-${totals.creditType})` } : {})}
                    x={start + 0.5}
                    y={top}
                    width={Math.max(0.5, room - 1)}
                    height={BAR}
                  />
                )
              })}
            </g>
          )
        })}
      </svg>
      <figcaption className="chart-legend" aria-hidden="true">
        <span className="legend-box is-sold">Sold {formatUnits(totals.sold)}</span>
        {totals.reserved > 0 && (
          <span className="legend-box is-reserve">Reserve {formatUnits(totals.reserved)}</span>
        )}
        <span className="legend-box is-rest">Unused or not met</span>
      </figcaption>
    </figure>
  )
}
