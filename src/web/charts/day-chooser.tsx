import { scaleLinear } from 'd3-scale'
import { useId, useState } from 'react'
import { isDay, showDay, type Day } from '@credit-market/values/dates'
import { figuresDateText } from '../parts/texts.ts'
import './day-chooser.css'

/** Date of the figures, today's date, and a setter. */
export interface DateSelection {
  on: Day
  today: Day
  choose: (day: Day) => void
}

/** Earliest date that is accepted: a year that is only half typed is one of the first centuries. */
const FIRST = '1900-01-01'

const DayInput = ({ label, day: { on, choose } }: { label: string; day: DateSelection }) => {
  const id = useId()
  const [typed, type] = useState({ on, text: on })
  return (
    <span className="day-input">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className="input"
        value={typed.on === on ? typed.text : on}
        onChange={({ target: { value } }) => {
          type({ on, text: value })
          if (isDay(value) && value >= FIRST) choose(value)
        }}
      />
    </span>
  )
}

/**
 * Chooser for the date of the figures: a slider over today and the dates on which something changes (arrows,
 * Home and End), and a field for any other date. Without such dates, only the field.
 */
export const DayChooser = ({
  day,
  stops = [],
  drawn,
  label = 'Date',
  says,
}: {
  day: DateSelection
  /** Dates on which something changes, in chronological order. */
  stops?: readonly Day[]
  /** Height of the column above the slider for each date. */
  drawn?: (day: Day) => number
  label?: string
  /** Text about the chosen date, for screen readers while the slider moves. */
  says?: string
}) => {
  const all = [...new Set([...stops, day.today, day.on])].toSorted()
  const heights = all.map(stop => drawn?.(stop) ?? 0)
  const y = scaleLinear()
    .domain([0, Math.max(0.0001, ...heights)])
    .range([2, 28])
  return (
    <div className="day-chooser" role="group" aria-label={label}>
      <p className="day-now">
        <strong>{figuresDateText(day)}</strong>
        {day.on !== day.today && (
          <button type="button" className="button button-small" onClick={() => day.choose(day.today)}>
            Today
          </button>
        )}
      </p>
      <div className="day-controls">
        {stops.length > 0 && all.length > 1 && (
          <div className="day-slider">
            {drawn && (
              <div className="day-columns" aria-hidden="true">
                {all.map((stop, at) => (
                  <button
                    key={stop}
                    type="button"
                    tabIndex={-1}
                    className={stop === day.on ? 'day-column is-chosen' : 'day-column'}
                    onClick={() => day.choose(stop)}
                  >
                    <svg width="100%" height="30" preserveAspectRatio="none" viewBox="0 0 10 30">
                      <rect x="0" width="10" y={30 - y(heights[at] ?? 0)} height={y(heights[at] ?? 0)} />
                    </svg>
                  </button>
                ))}
              </div>
            )}
            <input
              type="range"
              aria-label={`${label}: dates with changes`}
              aria-valuetext={[showDay(day.on) + (day.on === day.today ? ', today' : ''), says]
                .filter(Boolean)
                .join(': ')}
              min={0}
              max={all.length - 1}
              value={all.indexOf(day.on)}
              onChange={event => {
                const stop = all[Number(event.target.value)]
                if (stop) day.choose(stop)
              }}
            />
          </div>
        )}
        <DayInput label={stops.length > 0 ? 'or any date' : 'Figures for'} day={day} />
      </div>
    </div>
  )
}
