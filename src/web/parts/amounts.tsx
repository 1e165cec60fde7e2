import { showDay, type Day, type Instant } from '#domain/dates'
import { penceOf, showMoney } from '#domain/money'
import { showUnits, unitsOf } from '#domain/units'

const Missing = ({ text = '–' }: { text?: string }) => (
  <span className="quiet">
    <span aria-hidden="true">{text}</span>
    <span className="sr-only">none</span>
  </span>
)

/** An amount of pounds; negative amounts stand out. */
export const Money = ({ pounds, pence = false }: { pounds: number | null | undefined; pence?: boolean }) =>
  pounds === null || pounds === undefined ? (
    <Missing />
  ) : (
    <span className={pounds < 0 ? 'num num-negative' : 'num'}>{showMoney(penceOf(pounds), pence)}</span>
  )

/** A quantity with two decimals and, if wanted, what it is a quantity of. */
export const Quantity = ({ units, of }: { units: number | null | undefined; of?: string }) =>
  units === null || units === undefined ? (
    <Missing />
  ) : (
    <span className="num">
      {showUnits(unitsOf(units))}
      {of && ` ${of}`}
    </span>
  )

const plain = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 })

/** A plain number within a text, its thousands separated. */
export const showNumber = (value: number): string => plain.format(value)

/** A plain number, such as a count. */
export const Num = ({ value, suffix }: { value: number | null | undefined; suffix?: string }) =>
  value === null || value === undefined ? (
    <Missing />
  ) : (
    <span className="num">
      {plain.format(value)}
      {suffix}
    </span>
  )

/** A day in the specification's pretty form; with the time of day if wanted, in UTC as everything is kept. */
export const DayText = ({ day, time = false }: { day: Day | Instant | null | undefined; time?: boolean }) =>
  day ? (
    <time className="num" dateTime={day}>
      {showDay(day)}
      {time && day.length > 10 && `, ${new Date(day).toISOString().slice(11, 16)}`}
    </time>
  ) : (
    <Missing />
  )
