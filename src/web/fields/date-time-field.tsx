import { parseAbsolute, toZoned } from '@internationalized/date'
import type { Instant } from '#domain/dates'
import { DayPicker } from './date-field.tsx'
import type { FieldProps } from './field-props.ts'

/** A day and a time of day, in UTC; stored as an ISO timestamp. */
export const DateTimeField = (props: FieldProps<Instant>) => (
  <DayPicker
    asked={props}
    granularity="minute"
    hourCycle={24}
    value={props.value && !Number.isNaN(Date.parse(props.value)) ? parseAbsolute(props.value, 'UTC') : null}
    onChange={date => props.onChange(date ? toZoned(date, 'UTC').toAbsoluteString() : null)}
  />
)
