import { scaleLinear } from 'd3-scale'
import { useId, useState } from 'react'
import { isDay, showDay, type Day } from '#domain/dates'
import { dayText } from '../parts/day-text.ts'
import './day-chooser.css'

/** The day that figures are for, today, and how to choose another. */
export interface ChosenDay {
  on: Day
  today: Day
  choose: (day: Day) => void
}

/** What is typed must be a day that somebody can mean: while a year is being typed it is one of the Romans'. */
const FIRST = '1900-01-01'

const DayInput = ({ label, day: { on, choose } }: { label: string; day: ChosenDay }) => {
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
 * Chooses the day that figures are for: a slider over today and the days on which something changes (arrows, Home and
 * End), and a field for any other. Without such days the field alone.
 */
export const DayChooser = ({
  day,
  stops = [],
  drawn,
  label = 'Day',
  says,
}: {
  day: ChosenDay
  /** The days on which something changes, in order of time. */
  stops?: readonly Day[]
  /** What is drawn above the slider as a column for each day. */
  drawn?: (day: Day) => number
  label?: string
  /** What there is on the chosen day, for those who move the slider without seeing. */
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
        <strong>{dayText(day)}</strong>
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
              aria-label={`${label}, from change to change`}
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
        <DayInput label={stops.length > 0 ? 'or any day' : 'Figures for'} day={day} />
      </div>
    </div>
  )
}
