import { type CalendarDateTime, parseDateTime } from '@internationalized/date'
import { isDay } from '@credit-market/values/dates'
import { isRepeatedLondonTime, LONDON_SUMMER_OFFSET, LONDON_WINTER_OFFSET } from '#domain/values/london'
import { DayPicker } from './date-field.tsx'
import type { FieldProps } from './field-props.ts'
import { whichTimeText } from './messages.ts'

/** Local part of an answer: everything but the offset that distinguishes a repeated time. */
const shownIn = (answer: string | null | undefined): string | null => {
  const shown = (answer ?? '').slice(0, 'yyyy-MM-ddTHH:mm'.length)
  return /T([01]\d|2[0-3]):[0-5]\d$/.test(shown) && isDay(shown.slice(0, 10)) ? shown : null
}

const WHICH = [
  [LONDON_SUMMER_OFFSET, 'The first one, in summer time'],
  [LONDON_WINTER_OFFSET, 'The second one, an hour later, in winter time'],
] as const

/** Date and time in London. If the time occurs twice, when clocks go back, it asks which one is meant. */
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
      {shown !== null && isRepeatedLondonTime(shown) && (
        <div
          className="radio-choice time-which"
          role="radiogroup"
          aria-label={whichTimeText(shape.label, shown.slice(11))}
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
