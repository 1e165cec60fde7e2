import { parseDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Popover } from 'react-aria-components/Popover'
import { isDay, type Day } from '#domain/dates'
import type { FieldProps } from './field-props.ts'
import '../styles/dates.css'

/** The month in which to pick a day. */
export const PickCalendar = () => (
  <Popover className="popover calendar-popover">
    <Dialog className="calendar">
      <Calendar>
        <header className="calendar-head">
          <Button slot="previous" className="icon-button" aria-label="Previous month">
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Heading className="calendar-title" />
          <Button slot="next" className="icon-button" aria-label="Next month">
            <ChevronRight aria-hidden="true" />
          </Button>
        </header>
        <CalendarGrid className="calendar-grid">
          {date => <CalendarCell className="day" date={date} />}
        </CalendarGrid>
      </Calendar>
    </Dialog>
  </Popover>
)

/** A calendar day, typed or picked. It is a day as such, the same everywhere. */
export const DateField = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  shape,
  value,
  onChange,
}: FieldProps<Day>) => (
  <I18nProvider locale="en-GB">
    <DatePicker
      id={id}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      isInvalid={isInvalid}
      isReadOnly={shape.isReadOnly}
      shouldForceLeadingZeros
      value={value && isDay(value) ? parseDate(value) : null}
      onChange={date => onChange(date ? date.toString() : null)}
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
