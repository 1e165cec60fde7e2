import type { Tableau } from './simplex.ts'

/** Half the distance from 1 to the next double: the relative error bound of a sum or product. */
const ROUNDING = 2 ** -53

/** Reusable memory for a bound. */
export interface BoundBuffers {
  /** Reduced cost of each choice after the rows are paid for. */
  reduced: Float64Array
  /** Error bound, in units of rounding. */
  off: Float64Array
}

/** Scratch memory for this many choices. */
export const createBoundBuffers = (columns: number): BoundBuffers => ({
  reduced: new Float64Array(columns),
  off: new Float64Array(columns),
})

/**
 * Subtracts a row times its price from the objective; returns its limit times the price, with rounding added on the
 * safe side.
 */
const pay = (t: Tableau, slack: number, price: number, { reduced, off }: BoundBuffers): void => {
  const { at, weights } = t.sources[slack]!
  for (let k = 0; k < at.length; k += 1) {
    const column = at[k]!
    const term = price * weights[k]!
    reduced[column] = reduced[column]! - term
    // A weight is rounded up to four times when its row is made and scaled, and then the product and the sum.
    off[column] = off[column]! + 6 * Math.abs(term) + Math.abs(reduced[column])
  }
}

/**
 * Upper bound of all choices within a tableau's bounds, valid in exact arithmetic whatever the rounding errors of the
 * tableau: given the cost of the rows at some prices, each choice takes the better of its bounds under its reduced
 * cost, and every rounding is added (Neumaier and Shcherbina 2004).
 */
const withBestChoices = (
  t: Tableau,
  { reduced, off: offs }: BoundBuffers,
  paid: number,
  paidOff: number,
): number => {
  let sum = paid
  let off = paidOff
  for (let column = 0; column < t.columns; column += 1) {
    const brings = reduced[column]!
    const [lower, upper] = [t.lower[column]!, t.upper[column]!]
    const term = brings * (brings > 0 ? upper : lower)
    sum += term
    off += offs[column]! * Math.max(Math.abs(lower), Math.abs(upper)) + Math.abs(term) + Math.abs(sum)
  }
  return sum + off * ROUNDING * 1.01
}

/** Price of the slack in a column, from the tableau; 0 if it has the wrong sign. */
const priceAt = (t: Tableau, column: number, price: number): number =>
  price > 0 || t.sources[t.nonbasic[column]! - t.columns]!.equal ? price : 0

/** Pays for all rows at the tableau's prices; returns the sum and its error bound. */
const payAll = (t: Tableau, objective: Float64Array, scratch: BoundBuffers): { sum: number; off: number } => {
  scratch.reduced.set(objective)
  scratch.off.fill(0)
  let sum = 0
  let off = 0
  for (let column = 0; column < t.width; column += 1) {
    const slack = t.nonbasic[column]! - t.columns
    if (slack < 0 || t.reduced[column] === 0) continue
    const price = priceAt(t, column, -t.reduced[column]!)
    if (price === 0) continue
    pay(t, slack, price, scratch)
    const term = price * t.sources[slack]!.limit
    sum += term
    off += 4 * Math.abs(term) + Math.abs(sum)
  }
  return { sum, off }
}

/** Upper bound of a node, valid in exact arithmetic; `scratch.reduced` then has the reduced costs. */
export const exactDualBound = (t: Tableau, objective: Float64Array, scratch: BoundBuffers): number => {
  const { sum, off } = payAll(t, objective, scratch)
  return withBestChoices(t, scratch, sum, off)
}

/**
 * A dual bound from row prices: the value of any feasible choice is at most `paid` plus the reduced value of each
 * chosen column, in exact arithmetic.
 */
export interface DualPrices {
  paid: number
  brings: Float64Array
}

/** Limit of numbers in a sum of what prices bring. */
const MOST_ADDED = 1_000

/** The prices of a tableau, for all choices between 0 and 1. */
export const dualPricesOfTableau = (
  t: Tableau,
  objective: Float64Array,
  scratch: BoundBuffers,
): DualPrices => {
  const { sum, off } = payAll(t, objective, scratch)
  const { reduced, off: offs } = scratch
  let most = off + MOST_ADDED * Math.abs(sum)
  for (let column = 0; column < reduced.length; column += 1)
    most += offs[column]! + MOST_ADDED * Math.abs(reduced[column]!)
  return { paid: sum + most * ROUNDING * 1.01, brings: reduced.slice() }
}

/** The price of each row of a tableau that has one, for a unit of the row as it is scaled. */
export const rowPricesOfTableau = (t: Tableau): Map<Tableau['sources'][number], number> => {
  const prices = new Map<Tableau['sources'][number], number>()
  for (let column = 0; column < t.width; column += 1) {
    const slack = t.nonbasic[column]! - t.columns
    if (slack < 0 || t.reduced[column] === 0) continue
    prices.set(t.sources[slack]!, priceAt(t, column, -t.reduced[column]!))
  }
  return prices
}

/** True if a row of the tableau proves, in exact arithmetic, that no choice meets all rows (Farkas 1902). */
export const isProvenInfeasible = (t: Tableau, row: number, scratch: BoundBuffers): boolean => {
  const from = t.rows[row]!
  return [1, -1].some(side => {
    scratch.reduced.fill(0)
    scratch.off.fill(0)
    let sum = 0
    let off = 0
    const payFor = (slack: number, price: number): void => {
      if (price === 0 || (price < 0 && !t.sources[slack]!.equal)) return
      pay(t, slack, price, scratch)
      const term = price * t.sources[slack]!.limit
      sum += term
      off += 4 * Math.abs(term) + Math.abs(sum)
    }
    for (let column = 0; column < t.width; column += 1) {
      const slack = t.nonbasic[column]! - t.columns
      if (slack >= 0) payFor(slack, side * from[column]!)
    }
    if (t.basic[row]! >= t.columns) payFor(t.basic[row]! - t.columns, side)
    return withBestChoices(t, scratch, sum, off) < 0
  })
}

/** Groups of choices that no priced row connects to each other once the others are decided. */
export interface IndependentGroups {
  /** The group of each choice; -1 for those decided. */
  of: Int32Array
  count: number
}

/** Upper bound of each group of choices given those decided, in exact arithmetic. */
export const exactDualBoundsOfGroups = (
  t: Tableau,
  objective: Float64Array,
  scratch: BoundBuffers,
  groups: IndependentGroups,
): Float64Array => {
  const { reduced, off } = scratch
  reduced.set(objective)
  off.fill(0)
  const sums = new Float64Array(groups.count)
  const offs = new Float64Array(groups.count)
  const add = (group: number, term: number, error: number): void => {
    sums[group] = sums[group]! + term
    offs[group] = offs[group]! + error + Math.abs(term) + Math.abs(sums[group])
  }
  for (let nonbasic = 0; nonbasic < t.width; nonbasic += 1) {
    const slack = t.nonbasic[nonbasic]! - t.columns
    if (slack < 0 || t.reduced[nonbasic] === 0) continue
    const price = priceAt(t, nonbasic, -t.reduced[nonbasic]!)
    const { at, weights, limit } = t.sources[slack]!
    const group = groups.of[at.find(column => groups.of[column]! >= 0) ?? -1] ?? -1
    if (price === 0 || group < 0) continue
    pay(t, slack, price, scratch)
    add(group, price * limit, 3 * Math.abs(price * limit))
    at.forEach((column, k) => {
      if (groups.of[column]! >= 0) return
      const paid = price * weights[k]! * t.lower[column]!
      add(group, -paid, 6 * Math.abs(paid))
    })
  }
  for (let column = 0; column < t.columns; column += 1) {
    const group = groups.of[column]!
    if (group < 0) continue
    const brings = reduced[column]!
    const most = Math.max(Math.abs(t.lower[column]!), Math.abs(t.upper[column]!))
    add(group, brings * (brings > 0 ? t.upper[column]! : t.lower[column]!), off[column]! * most)
  }
  return sums.map((sum, group) => sum + offs[group]! * ROUNDING * 1.01)
}
