import { scaleLinear } from 'd3-scale'
import { formatPoundsAndPence, formatShortPounds } from './figures.ts'
import { useWidth } from './use-width.ts'
import './charts.css'

/** Winning bids, and how each pound of them is divided. All in pounds. */
export interface SurplusParts {
  bids: number
  offers: number
  costs: number
  /** Amount that suppliers receive beyond their asks. */
  bonus: number
  /** Amount that buyers save against their bids. */
  discount: number
}

interface Part {
  name: string
  amount: number
  from: number
  tone: string
}

const BAR = 34
const PITCH = 58

const rowsFor = ({ bids, offers, costs, bonus, discount }: SurplusParts): Part[][] => [
  [{ name: 'Winning bids', amount: bids, from: 0, tone: 'is-bids' }],
  [
    { name: 'Buyers pay', amount: bids - discount, from: 0, tone: 'is-paid' },
    { name: 'Share', amount: discount, from: bids - discount, tone: 'is-share' },
  ],
  [
    { name: 'Offers', amount: offers, from: 0, tone: 'is-offers' },
    { name: 'Costs', amount: costs, from: offers, tone: 'is-costs' },
    { name: 'Share', amount: bonus, from: offers + costs, tone: 'is-share' },
  ],
]

const CAPTIONS = ['What the winners bid', 'The buyers’ side', 'The suppliers’ side receives what buyers pay']

/** Shortens a part's name and amount to the space available; legend and text alternative have the rest. */
const textIn = ({ name, amount }: Part, room: number): string | undefined =>
  [`${name} ${formatPoundsAndPence(amount)}`, formatPoundsAndPence(amount), formatShortPounds(amount)].find(
    text => text.length * 7.5 <= room,
  )

/**
 * Winning bids split into asks and shares: the amount that buyers pay ends exactly where the amount that
 * suppliers receive ends.
 */
export const SurplusBar = (parts: SurplusParts) => {
  const [box, width] = useWidth(720)
  const x = scaleLinear()
    .domain([0, Math.max(1, parts.bids)])
    .range([0, width])
  const rows = rowsFor(parts)
  const paid = x(parts.bids - parts.discount)
  const height = PITCH * rows.length + 8
  return (
    <figure className="chart surplus-bar" ref={box}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={
          `Winning bids: ${formatPoundsAndPence(parts.bids)}. Buyers pay ${formatPoundsAndPence(parts.bids - parts.discount)} and keep ` +
          `${formatPoundsAndPence(parts.discount)}. Of what they pay, ${formatPoundsAndPence(parts.offers)} covers offers, ` +
          `${formatPoundsAndPence(parts.costs)} covers costs, and ${formatPoundsAndPence(parts.bonus)} is the suppliers’ share.`
        }
      >
        <line className="split-level" x1={paid} x2={paid} y1={PITCH + 12} y2={height - 2} />
        {rows.map((row, index) => {
          const top = index * PITCH + 18
          return (
            <g key={CAPTIONS[index]}>
              <text className="chart-name" x={0} y={top - 6}>
                {CAPTIONS[index]}
              </text>
              {row.map(part => {
                const left = x(part.from)
                const room = x(part.from + part.amount) - left
                return room < 0.5 ? null : (
                  <g key={part.name}>
                    <rect
                      className={`split ${part.tone}`}
                      x={left}
                      y={top}
                      width={Math.max(1, room - 1)}
                      height={BAR}
                    />
                    <text className={`split-text ${part.tone}`} x={left + 8} y={top + BAR / 2} dy="0.34em">
                      {textIn(part, room - 16)}
                    </text>
                  </g>
                )
              })}
            </g>
          )
        })}
      </svg>
      <figcaption className="chart-legend" aria-hidden="true">
        <span className="legend-box is-paid">Paid {formatPoundsAndPence(parts.bids - parts.discount)}</span>
        <span className="legend-box is-offers">Offers {formatPoundsAndPence(parts.offers)}</span>
        <span className="legend-box is-costs">Costs {formatPoundsAndPence(parts.costs)}</span>
        <span className="legend-box is-share">
          Surplus shared {formatPoundsAndPence(parts.bonus + parts.discount)}
        </span>
      </figcaption>
    </figure>
  )
}
