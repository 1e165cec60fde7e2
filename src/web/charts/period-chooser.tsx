import { scaleLinear } from 'd3-scale'
import { periodText, units } from './figures.ts'
import type { FlowPeriod } from './flow-layout.ts'
import './charts.css'
import './flow.css'

/** Steps through the periods of a match; the columns show how much flows in each. */
export const PeriodChooser = ({
  periods,
  chosen,
  onChoose,
  label,
}: {
  periods: readonly FlowPeriod[]
  chosen: number
  onChoose: (index: number) => void
  label: string
}) => {
  const period = periods[chosen]
  if (!period) return null
  const y = scaleLinear()
    .domain([0, Math.max(0.0001, ...periods.map(p => p.units))])
    .range([2, 28])
  const words = periodText(period.start, period.end)
  if (periods.length === 1)
    return (
      <p>
        <strong>{words}</strong>, the same in all periods
      </p>
    )
  return (
    <div className="period-chooser">
      <div className="period-columns" aria-hidden="true">
        {periods.map((p, index) => (
          <button
            key={p.start}
            type="button"
            tabIndex={-1}
            className={index === chosen ? 'period-column is-chosen' : 'period-column'}
            onClick={() => onChoose(index)}
          >
            <svg width="100%" height="30" preserveAspectRatio="none" viewBox="0 0 10 30">
              <rect x="0" width="10" y={30 - y(p.units)} height={y(p.units)} />
            </svg>
          </button>
        ))}
      </div>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={`${words}: ${units(period.units)}`}
        min={0}
        max={periods.length - 1}
        value={chosen}
        onChange={event => onChoose(Number(event.target.value))}
      />
      <p className="period-now">
        <strong>{words}</strong>
        <span>
          {units(period.units)} flow, period {chosen + 1} of {periods.length}
        </span>
      </p>
    </div>
  )
}
