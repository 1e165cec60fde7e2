import type { TimeAxisTick } from './time-axis.ts'

/** Ticks of a time axis: a line from top to bottom each, with its label below. */
export const TimeGrid = ({
  ticks,
  x,
  top,
  bottom,
  from,
  to,
}: {
  ticks: readonly TimeAxisTick[]
  x: (at: number) => number
  top: number
  bottom: number
  /** Left and right limits of the labels, in pixels. */
  from: number
  to: number
}) =>
  ticks.map(({ at, label }) => {
    const place = x(at)
    const half = label.length * 3.4
    return (
      <g key={at} className="chart-tick">
        <line x1={place} x2={place} y1={top} y2={bottom} />
        {place - half >= from && place + half <= to && (
          <text x={place} y={bottom + 15} textAnchor="middle">
            {label}
          </text>
        )}
      </g>
    )
  })
