import { scaleLinear } from 'd3-scale'
import type { PaymentStep } from '#domain/match/result-words'
import { formatPoundsAndPence } from './figures.ts'
import { paymentStepText } from './messages.ts'
import { useWidth } from './use-width.ts'
import './charts.css'
import './payment-steps.css'

interface Bar extends PaymentStep {
  from: number
  to: number
}

/** Start and end of each bar: each step starts at the running total of those before, the total at zero. */
const barsOf = (steps: readonly PaymentStep[]): Bar[] => {
  let level = 0
  return steps.map(step => {
    if (step.of === 'total') return { ...step, from: 0, to: step.amount }
    const from = level
    level += step.amount
    return { ...step, from, to: level }
  })
}

const PITCH = 52
const BAR = 22

/** Waterfall chart of a payment, each step starting where the previous one ended. In pounds. */
export const PaymentStepsChart = ({ steps }: { steps: readonly PaymentStep[] }) => {
  const [box, width] = useWidth(640)
  const bars = barsOf(steps)
  const ends = bars.flatMap(bar => [bar.from, bar.to])
  const x = scaleLinear()
    .domain([Math.min(0, ...ends), Math.max(1, ...ends)])
    .range([0, width])
  const height = PITCH * bars.length
  return (
    <figure className="chart payment-steps" ref={box}>
      <svg width={width} height={height} role="img" aria-label={`${steps.map(paymentStepText).join(', ')}.`}>
        {bars.map((bar, at) => {
          const top = at * PITCH
          const next = bars[at + 1]
          const [left, right] = [Math.min(bar.from, bar.to), Math.max(bar.from, bar.to)].map(x)
          return (
            <g key={bar.label} aria-hidden="true">
              {next && (
                <line
                  className="payment-step-level"
                  x1={x(bar.to)}
                  x2={x(bar.to)}
                  y1={top + 20 + BAR}
                  y2={top + PITCH + 20}
                />
              )}
              <text className="chart-name" x={0} y={top + 14}>
                {bar.label}
              </text>
              <text className="chart-value" x={width} y={top + 14} textAnchor="end">
                {bar.amount < 0 ? '−' : ''}
                {formatPoundsAndPence(Math.abs(bar.amount))}
              </text>
              <rect
                className={`split is-${bar.of}`}
                x={left}
                y={top + 20}
                width={Math.max(2, (right ?? 0) - (left ?? 0))}
                height={BAR}
              />
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
