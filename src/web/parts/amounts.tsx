import { createContext, useContext, type ReactNode } from 'react'
import { showDay, type Day, type Instant } from '#domain/dates'
import { penceOf, showMoney } from '#domain/money'
import { showUnits, unitsOf } from '#domain/units'
import { numberFormat } from '#domain/formats'

const Missing = ({ text = '–' }: { text?: string }) => (
  <span className="quiet">
    <span aria-hidden="true">{text}</span>
    <span className="sr-only">none</span>
  </span>
)

type Pounds = number | null | undefined

const IsInPence = createContext(false)

/** Does any of these amounts have pence, so that they matter? */
const havePence = (amounts: readonly Pounds[]): boolean =>
  amounts.some(pounds => pounds !== null && pounds !== undefined && penceOf(pounds) % 100 !== 0)

/**
 * A card, table or sentence whose amounts all show their pence: results, statements and payments always; where `amounts`
 * are given, if one of them has any. An amount does not choose for itself, so whole pounds and pence never stand mixed.
 */
export const InPence = ({ amounts, children }: { amounts?: readonly Pounds[]; children: ReactNode }) => {
  const isWithin = useContext(IsInPence)
  return <IsInPence value={isWithin || amounts === undefined || havePence(amounts)}>{children}</IsInPence>
}

/** An amount of pounds, in whole ones outside of `InPence`; negative amounts stand out. */
export const Money = ({ pounds }: { pounds: Pounds }) => {
  const isInPence = useContext(IsInPence)
  return pounds === null || pounds === undefined ? (
    <Missing />
  ) : (
    <span className={pounds < 0 ? 'num num-negative' : 'num'}>{showMoney(penceOf(pounds), isInPence)}</span>
  )
}

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

const plain = numberFormat({ maximumFractionDigits: 4 })

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
