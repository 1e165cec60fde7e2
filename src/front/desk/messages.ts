import type { EstimatedPriceView } from '#contract/public/estimates'
import { CREDIT_TYPE_WORDS, UNIT_NAMES } from '#domain/values/credit-type'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { showDay } from '@credit-market/values/dates'
import { penceOf, showMoney } from '@credit-market/values/money'

const pounds = (amount: number): string => showMoney(penceOf(amount))

/** A range of money in pounds, as text. */
export const rangeText = ({ low, high }: { low: number; high: number }): string =>
  `${pounds(low)} to ${pounds(high)}`

/** Unit of a price, singular. */
const perUnitText = (type: CreditType): string =>
  type === 'Biodiversity' ? 'per biodiversity unit' : `per ${UNIT_NAMES[type]}`

/** Price per unit as a range with the published median. */
export const unitPriceText = (type: CreditType, price: EstimatedPriceView): string =>
  `${rangeText(price)} ${perUnitText(type)}. Half of the buyers paid ${pounds(price.likely)} or more.`

/** Message for a credit type that has no published price at all. */
export const noPriceText = (type: CreditType): string =>
  `There is no published price of ${CREDIT_TYPE_WORDS[type]} yet: no settled round had enough buyers and suppliers of them. We do not guess.`

const sourceText = ({ market, round, area, settledOn, buyers, sellers }: EstimatedPriceView): string =>
  `${[market?.name, round?.name, area?.name].filter(Boolean).join(', ')}, settled on ${showDay(settledOn)}, with ${buyers} buyers and ${sellers} suppliers`

/** The published price that an estimate follows from, and how far the place was widened. */
export const reachText = (price: EstimatedPriceView, place: string): string => {
  const source = sourceText(price)
  if (price.reach === 'area') return `From prices in this area: ${source}.`
  return price.reach === 'market'
    ? `Too few sales to show a price for ${place} alone, so this is the price of the whole round: ${source}.`
    : `Too few sales to show a price in a market that trades at ${place}, so this is the newest price elsewhere in England: ${source}. Prices can differ a lot between places.`
}

const percent = (part: number): string => `${Math.round(100 * part)}%`

/** Share of buyers between two bounds, as text. */
export const buyersPayingText = ({ atLeast, atMost }: { atLeast: number; atMost: number }): string => {
  if (atLeast === 0) return `Fewer than ${percent(atMost)}`
  return atMost === 1 ? `At least ${percent(atLeast)}` : `${percent(atLeast)} to ${percent(atMost)}`
}

/** Texts of the map on which a click sets a place, before its script runs. */
export const PLACE_MAP_MESSAGES = {
  label: 'Map of the planning authorities of England',
  open: 'Choose the place on a map',
  withoutScripts:
    'The map needs scripts, which your browser does not run here. Enter the place above instead.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
}
