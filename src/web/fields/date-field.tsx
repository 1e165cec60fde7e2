import { parseDate, type DateValue } from '@internationalized/date'
import { CalendarDaysIcon, ChevronLeftIcon, ChevronRightIcon } from '../icons/icons.tsx'
import { Button } from 'react-aria-components/Button'
import { Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker, type DatePickerProps } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Popover } from 'react-aria-components/Popover'
import { isDay, type Day } from '@credit-market/values/dates'
import type { FieldProps } from './field-props.ts'
import '../styles/dates.css'

/** Date, optionally with a time, typed in parts or picked from a month. */
export const DayPicker = <D extends DateValue>({
  asked: { id, labelId, describedBy, isInvalid, shape },
  ...picked
}: {
  asked: Pick<FieldProps<unknown>, 'id' | 'labelId' | 'describedBy' | 'isInvalid' | 'shape'>
} & Pick<DatePickerProps<D>, 'value' | 'onChange' | 'granularity' | 'hourCycle'>) => (
  <I18nProvider locale="en-GB">
    <DatePicker
      {...picked}
      id={id}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      isInvalid={isInvalid}
      shouldForceLeadingZeros
    >
      <Group className="input-group input-date">
        <DateInput className="input segments">
          {segment => <DateSegment className="segment" segment={segment} />}
        </DateInput>
        <Button className="icon-button" aria-label={`Choose a date: ${shape.label}`}>
          <CalendarDaysIcon aria-hidden="true" />
        </Button>
      </Group>
      <Popover className="popover calendar-popover">
        <Dialog className="calendar">
          <Calendar>
            <header className="calendar-head">
              <Button slot="previous" className="icon-button" aria-label="Previous month">
                <ChevronLeftIcon aria-hidden="true" />
              </Button>
              <Heading className="calendar-title" />
              <Button slot="next" className="icon-button" aria-label="Next month">
                <ChevronRightIcon aria-hidden="true" />
              </Button>
            </header>
            <CalendarGrid className="calendar-grid">
              {date => <CalendarCell className="day" date={date} />}
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  </I18nProvider>
)

/** Calendar date, typed or picked. It has no time zone. */
export const DateField = (props: FieldProps<Day>) => (
  <DayPicker
    asked={props}
    value={props.value && isDay(props.value) ? parseDate(props.value) : null}
    onChange={date => props.onChange(date ? date.toString() : null)}
  />
)
