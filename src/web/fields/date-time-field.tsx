import { type CalendarDateTime, parseDateTime } from '@internationalized/date'
import { isDay } from '#domain/dates'
import { comesTwice, SUMMER, WINTER } from '#domain/london'
import { DayPicker } from './date-field.tsx'
import type { FieldProps } from './field-props.ts'

/** What clocks show, of an answer: all of it but which of two moments is meant. */
const shownIn = (answer: string | null | undefined): string | null => {
  const shown = (answer ?? '').slice(0, 'yyyy-MM-ddTHH:mm'.length)
  return /T([01]\d|2[0-3]):[0-5]\d$/.test(shown) && isDay(shown.slice(0, 10)) ? shown : null
}

const WHICH = [
  [SUMMER, 'The first, in summer time'],
  [WINTER, 'The second, an hour later, in winter time'],
] as const

/** A day and a time of day as clocks in London show them; where that comes twice, it asks which is meant. */
export const DateTimeField = (props: FieldProps<string>) => {
  const { value, onChange, id, shape, describedBy } = props
  const shown = shownIn(value)
  return (
    <>
      <DayPicker<CalendarDateTime>
        asked={props}
        granularity="minute"
        hourCycle={24}
        value={shown === null ? null : parseDateTime(shown)}
        onChange={date => onChange(date ? date.toString().slice(0, 'yyyy-MM-ddTHH:mm'.length) : null)}
      />
      {shown !== null && comesTwice(shown) && (
        <div
          className="radio-choice time-which"
          role="radiogroup"
          aria-label={`${shape.label}: which ${shown.slice(11)} is meant`}
          aria-describedby={describedBy}
        >
          {WHICH.map(([offset, words]) => (
            <label className="choice" key={offset}>
              <input
                type="radio"
                name={`${id}-which`}
                checked={value === `${shown}${offset}`}
                onChange={() => onChange(`${shown}${offset}`)}
              />
              {words}
            </label>
          ))}
        </div>
      )}
    </>
  )
}
