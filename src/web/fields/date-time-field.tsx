import { parseAbsolute, toZoned } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Group } from 'react-aria-components/Group'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import type { Instant } from '#domain/dates'
import { PickCalendar } from './date-field.tsx'
import type { FieldProps } from './field-props.ts'

/** A day and a time of day, in UTC; stored as an ISO timestamp. */
export const DateTimeField = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  shape,
  value,
  onChange,
}: FieldProps<Instant>) => (
  <I18nProvider locale="en-GB">
    <DatePicker
      id={id}
      granularity="minute"
      hourCycle={24}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      isInvalid={isInvalid}
      isReadOnly={shape.isReadOnly}
      shouldForceLeadingZeros
      value={value && !Number.isNaN(Date.parse(value)) ? parseAbsolute(value, 'UTC') : null}
      onChange={date => onChange(date ? toZoned(date, 'UTC').toAbsoluteString() : null)}
    >
      <Group className="input-group input-date">
        <DateInput className="input segments">
          {segment => <DateSegment className="segment" segment={segment} />}
        </DateInput>
        <Button className="icon-button" aria-label={`Pick: ${shape.label}`}>
          <CalendarDays aria-hidden="true" />
        </Button>
      </Group>
      <PickCalendar />
    </DatePicker>
  </I18nProvider>
)
