import { createContext, useContext, type ReactNode } from 'react'
import { showDay, type Day, type Instant } from '@credit-market/values/dates'
import { penceOf, showMoney } from '@credit-market/values/money'
import { showUnits, toUnits } from '@credit-market/values/units'
import { englishNumberFormat } from '@credit-market/values/formats'

const Missing = ({ text = '–' }: { text?: string }) => (
  <span className="quiet">
    <span aria-hidden="true">{text}</span>
    <span className="sr-only">none</span>
  </span>
)

type Pounds = number | null | undefined

const IsInPence = createContext(false)

/** Returns true if one of the amounts has pence. */
const havePence = (amounts: readonly Pounds[]): boolean =>
  amounts.some(pounds => pounds !== null && pounds !== undefined && penceOf(pounds) % 100 !== 0)

/**
 * Card, table or sentence whose amounts all show pence: always in results, statements and payments; where
 * `amounts` are given, if one of them has pence. An amount does not decide for itself, so whole pounds and
 * pence are never mixed.
 */
export const ShowPence = ({ amounts, children }: { amounts?: readonly Pounds[]; children: ReactNode }) => {
  const isWithin = useContext(IsInPence)
  return <IsInPence value={isWithin || amounts === undefined || havePence(amounts)}>{children}</IsInPence>
}

/** Amount in pounds, rounded to whole pounds outside of `ShowPence`; negative amounts are highlighted. */
export const Money = ({ pounds }: { pounds: Pounds }) => {
  const isInPence = useContext(IsInPence)
  return pounds === null || pounds === undefined ? (
    <Missing />
  ) : (
    <span className={pounds < 0 ? 'num num-negative' : 'num'}>{showMoney(penceOf(pounds), isInPence)}</span>
  )
}

/** Quantity with two decimals and, optionally, its unit. */
export const Quantity = ({ units, of }: { units: number | null | undefined; of?: string }) =>
  units === null || units === undefined ? (
    <Missing />
  ) : (
    <span className="num">
      {showUnits(toUnits(units))}
      {of && ` ${of}`}
    </span>
  )

const plain = englishNumberFormat({ maximumFractionDigits: 4 })

/** Formats a number for text, with thousands separators. */
export const showNumber = (value: number): string => plain.format(value)

/** Plain number, such as a count. */
export const PlainNumber = ({ value, suffix }: { value: number | null | undefined; suffix?: string }) =>
  value === null || value === undefined ? (
    <Missing />
  ) : (
    <span className="num">
      {plain.format(value)}
      {suffix}
    </span>
  )

/** Date in the specification's "pretty" form, optionally with the time of day, in UTC as stored. */
export const DayText = ({ day, time = false }: { day: Day | Instant | null | undefined; time?: boolean }) =>
  day ? (
    <time className="num" dateTime={day}>
      {showDay(day)}
      {time && day.length > 10 && `, ${new Date(day).toISOString().slice(11, 16)}`}
    </time>
  ) : (
    <Missing />
  )
