import type { CreditType } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import { penceOf, showMoney } from '#domain/money'
import { showUnits, unitsOf } from '#domain/units'

/** Pounds off the wire as text inside a drawing of estimates. */
export const pounds = (amount: number): string => showMoney(penceOf(amount))

/** The same inside a drawing of results. */
export const poundsAndPence = (amount: number): string => showMoney(penceOf(amount), true)

/** Units off the wire as text inside a drawing. */
export const units = (quantity: number): string => showUnits(unitsOf(quantity))

const SHORT = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** Pounds on an axis, where room is short: £1.2m. */
export const shortPounds = (amount: number): string => SHORT.format(amount)

/** A day as a number, for the scales. */
export const timeOf = (day: Day): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)

/** The class that gives a credit type its colour. */
export const CREDIT_CLASS: Record<CreditType, string> = {
  Biodiversity: 'is-biodiversity',
  NutrientMitigationNitrogen: 'is-nitrogen',
  NutrientMitigationPhosphorous: 'is-phosphorous',
}

/** A text that is cut to the room there is, with an ellipsis. */
export const cutTo = (text: string, pixels: number): string => {
  const most = Math.max(4, Math.floor(pixels / 6.6))
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`
}

/** A moment of the scales as its day. */
export const dayAt = (time: number): Day => new Date(time).toISOString().slice(0, 10)
