import { parseTime, Time } from '@internationalized/date'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { TimeField as TimeSegments } from 'react-aria-components/TimeField'
import type { FieldProps } from './field-props.ts'
import '../styles/dates.css'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d/

/** Time of day, 00:00 to 23:59. */
export const TimeField = ({ id, labelId, describedBy, isInvalid, value, onChange }: FieldProps<string>) => (
  <I18nProvider locale="en-GB">
    <TimeSegments
      id={id}
      hourCycle={24}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      isInvalid={isInvalid}
      minValue={new Time(0, 0)}
      maxValue={new Time(23, 59)}
      value={value && CLOCK.test(value) ? parseTime(value) : null}
      onChange={time => onChange(time ? time.toString().slice(0, 5) : null)}
    >
      <DateInput className="input input-time segments">
        {segment => <DateSegment className="segment" segment={segment} />}
      </DateInput>
    </TimeSegments>
  </I18nProvider>
)
