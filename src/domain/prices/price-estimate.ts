import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { type Day, daysBetween } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import { roundOffPrice } from './price-cells.ts'

/** A published price per unit of a settled round: of the whole round, or of one of its areas. */
export interface PublishedPrice {
  creditType: CreditType
  roundId: string
  marketId: string
  /** Planning authority or subcatchment; null for a whole round. */
  areaId: string | null
  settledOn: Day
  median: Pence
  /** Interquartile range; null if too few bought. */
  middleHalf: readonly [low: Pence, high: Pence] | null
}

/** A place for which a price is estimated: its areas, and the markets that trade there. */
export interface PricedPlace {
  areaIds: readonly string[]
  marketIds: readonly string[]
}

/** How far the place had to widen until a price is published: its area, its market, or all markets. */
export const ESTIMATE_REACHES = ['area', 'market', 'england'] as const
export type EstimateReach = (typeof ESTIMATE_REACHES)[number]

/** Estimated price per unit in pence: 8 of 10 buyers are expected to pay from `low` to `high`. */
export interface PriceEstimate<P extends PublishedPrice = PublishedPrice> {
  low: Pence
  likely: Pence
  high: Pence
  reach: EstimateReach
  /** The published price that the estimate follows from. */
  from: P
}

/**
 * Turns the distances of the quartiles from the median, which hold half of the prices, into those that hold 8 of 10: the ratio of
 * the normal quantiles at 0.9 and 0.75, applied to logarithms.
 */
const EIGHTY_FROM_QUARTILES = 1.9

/** Distance to either side of a median that is published without quartiles, as a factor. */
const WITHOUT_QUARTILES = 1.75

/** Smallest distance to either side: rounding a price can move it by a sixteenth. */
const SMALLEST = 1.15

/** Standard drift of prices in a year, as a logarithm; it grows with the square root of time. */
const YEARLY_DRIFT = 0.25

const DAYS_OF_YEAR = 365.25

/** Factor by which a price of this day widens until another day. */
const driftBetween = (settledOn: Day, on: Day): number =>
  Math.exp(YEARLY_DRIFT * Math.sqrt(Math.max(0, daysBetween(settledOn, on)) / DAYS_OF_YEAR))

const estimateFrom = <P extends PublishedPrice>(from: P, reach: EstimateReach, on: Day): PriceEstimate<P> => {
  const { median, middleHalf } = from
  const drift = driftBetween(from.settledOn, on)
  const distance = (quartileRatio: number | undefined): number =>
    drift *
    (quartileRatio === undefined
      ? WITHOUT_QUARTILES
      : Math.max(SMALLEST, quartileRatio ** EIGHTY_FROM_QUARTILES))
  const [lower, upper] = middleHalf ?? []
  return {
    low: roundOffPrice(median / distance(lower && median / lower)),
    likely: median,
    high: roundOffPrice(median * distance(upper && upper / median)),
    reach,
    from,
  }
}

/**
 * Estimates the price per unit of a credit type at a place on a day, from the newest price published by then: of the area, else of
 * a round of the same market, else of any market. Null if no price of the type is published.
 */
export const estimatePrice = <P extends PublishedPrice>(
  prices: readonly P[],
  creditType: CreditType,
  { areaIds, marketIds }: PricedPlace,
  on: Day,
): PriceEstimate<P> | null => {
  const published = prices
    .filter(price => price.creditType === creditType && price.settledOn <= on && price.median > 0)
    .toSorted((a, b) => (a.settledOn < b.settledOn ? 1 : -1))
  const isWithin: Record<EstimateReach, (price: PublishedPrice) => boolean> = {
    area: ({ areaId }) => areaId !== null && areaIds.includes(areaId),
    market: ({ areaId, marketId }) => areaId === null && marketIds.includes(marketId),
    england: ({ areaId }) => areaId === null,
  }
  for (const reach of ESTIMATE_REACHES) {
    const price = published.find(isWithin[reach])
    if (price) return estimateFrom(price, reach, on)
  }
  return null
}

/** Bounds of a share between 0 and 1. */
export interface ShareBounds {
  atLeast: number
  atMost: number
}

/** Share of the buyers behind a published price who paid this price per unit or more, as far as its median and quartiles say. */
export const shareOfBuyersPaying = (
  { median, middleHalf }: Pick<PublishedPrice, 'median' | 'middleHalf'>,
  price: Pence,
): ShareBounds => {
  const marks = middleHalf ? [middleHalf[0], median, middleHalf[1]] : [median]
  const parts = marks.length + 1
  const above = marks.filter(mark => price <= mark).length
  return { atLeast: above / parts, atMost: (above + 1) / parts }
}
