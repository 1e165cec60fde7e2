import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day } from '@credit-market/values/dates'
import { englishNumberFormat } from '@credit-market/values/formats'
import { penceOf, showMoney } from '@credit-market/values/money'
import { showUnits, toUnits } from '@credit-market/values/units'

/** Formats pounds from the API for a drawing of estimates. */
export const formatPounds = (amount: number): string => showMoney(penceOf(amount))

/** Formats pounds and pence from the API for a drawing of results. */
export const formatPoundsAndPence = (amount: number): string => showMoney(penceOf(amount), true)

/** Formats units from the API for a drawing. */
export const formatUnits = (quantity: number): string => showUnits(toUnits(quantity))

const SHORT = englishNumberFormat({
  style: 'currency',
  currency: 'GBP',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** Formats pounds for an axis, where space is short: £1.2m. */
export const formatShortPounds = (amount: number): string => SHORT.format(amount)

/** Date as a number for the scales: milliseconds since 1970. */
export const dateToMilliseconds = (day: Day): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)

/** Class with the colour of each credit type. */
export const CREDIT_CLASS: Record<CreditType, string> = {
  Biodiversity: 'is-biodiversity',
  NutrientMitigationNitrogen: 'is-nitrogen',
  NutrientMitigationPhosphorous: 'is-phosphorous',
}

/** Shortens a text to a width in pixels, with an ellipsis. */
export const truncateText = (text: string, pixels: number): string => {
  const most = Math.max(4, Math.floor(pixels / 6.6))
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`
}

/** Date of an instant on the scales. */
export const millisecondsToDate = (time: number): Day => new Date(time).toISOString().slice(0, 10)
