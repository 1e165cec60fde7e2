/** Items of which any may be taken: what each brings, and how much of each limited amount it uses, in whole numbers. */
export interface Packing {
  values: readonly number[]
  /** For each row, the amount that each item uses. */
  amounts: readonly (readonly number[])[]
  /** For each row, the amount that there is. */
  rooms: readonly number[]
}

/**
 * Prices of the rows of a packing, and what follows from them, in whole multiples of a fraction of a penny: no choice
 * brings more than `bound`, and the difference to that is the price of all units left over, and for each item taken or
 * left against its reduced value, that value.
 */
export interface PricedPacking {
  packing: Packing
  scale: number
  prices: number[]
  reduced: number[]
  bound: number
}

/** A choice of items and what it brings, in pence. */
export interface PackingChoice {
  items: number[]
  value: number
}

/** Sums stay below this, so they are exact. */
const MOST_SUM = 2 ** 51
const MOST_SCALE = 2 ** 20
const LEAST_SCALE = 16
/** Sum of a list. */
export const total = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0)

/** Rounds prices of rows to multiples of a fraction of a penny; null if sums could not be exact. */
export const pricePacking = (packing: Packing, prices: readonly number[]): PricedPacking | null => {
  const { values, amounts, rooms } = packing
  const most =
    total(values) + total(prices.map((price, row) => price * (rooms[row]! + total(amounts[row]!) + 1)))
  const scale = Math.min(MOST_SCALE, 2 ** Math.floor(Math.log2(MOST_SUM / Math.max(1, most))))
  if (scale < LEAST_SCALE) return null
  const rounded = prices.map(price => Math.max(0, Math.round(price * scale)))
  const reduced = values.map((value, item) =>
    rounded.reduce((rest, price, row) => rest - price * amounts[row]![item]!, value * scale),
  )
  const bound = rounded.reduce(
    (sum, price, row) => sum + price * rooms[row]!,
    total(reduced.map(one => Math.max(0, one))),
  )
  return { packing, scale, prices: rounded, reduced, bound }
}
