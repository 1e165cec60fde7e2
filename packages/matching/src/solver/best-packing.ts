import { visitWithin, type Effort, type PackingVisitor } from './half-lists.ts'
import { total, type PackingChoice, type PricedPacking } from './packing.ts'

/** Factor by which the limit of losses grows until there is a choice within it. */
const GROWTH = 8

/** A loss within which a choice can be expected, if what choices use is spread as at random. */
const expectedLoss = ({ packing: { amounts, values }, prices }: PricedPacking): number => {
  const spreads = prices.map((price, row) => price * Math.sqrt(total(amounts[row]!.map(use => use * use))))
  const bound = spreads.filter(spread => spread > 0)
  return bound.length === 0 ? 0 : total(bound) * 2 ** (-values.length / bound.length)
}

/**
 * The best choice that brings more than a floor, in pence; null if there is none, and undefined if finding it would be too
 * much work. The limit of losses grows until there is a choice within it.
 */
export const bestPacking = (
  priced: PricedPacking,
  floor: number,
  effort: Effort,
): PackingChoice | null | undefined => {
  const most = priced.bound - (floor + 1) * priced.scale
  if (most < 0) return null
  for (
    let limit = Math.min(most, Math.ceil(expectedLoss(priced)));
    ;
    limit = Math.min(most, limit * GROWTH + 1)
  ) {
    let best: PackingChoice | null = null
    const keepBest: PackingVisitor = (one, loss) => {
      best = one
      return loss - 1
    }
    const isSettled = visitWithin(priced, limit, keepBest, effort)
    if (!isSettled) return undefined
    if (best !== null || limit >= most) return best
  }
}

/** All choices that bring at least a value, up to a number of them; null if there are more, or finding them is too much work. */
export const packingsWorth = (
  priced: PricedPacking,
  value: number,
  most: number,
  effort: Effort,
): number[][] | null => {
  const found: number[][] = []
  const limit = priced.bound - value * priced.scale
  if (limit < 0) return found
  let many = 0
  const isSettled = visitWithin(
    priced,
    limit,
    ({ items }, _loss, limit_) => {
      many += 1
      if (many <= most) found.push(items)
      return many <= most ? limit_ : -1
    },
    effort,
  )
  return isSettled && many <= most ? found : null
}

/** Multiple of the expected loss within which most items are in some choice. */
const WIDER = 1.5

/**
 * For each item the best choice that takes it, if it loses little; undefined for other items, of which this says
 * nothing.
 */
export const bestPackingsByItem = (priced: PricedPacking, effort: Effort): (PackingChoice | undefined)[] => {
  const found: (PackingChoice | undefined)[] = priced.reduced.map(() => undefined)
  const keepBest: PackingVisitor = (one, _loss, limit) => {
    for (const item of one.items) if (one.value > (found[item]?.value ?? -Infinity)) found[item] = one
    return limit
  }
  const isComplete = visitWithin(priced, Math.ceil(WIDER * expectedLoss(priced)), keepBest, effort)
  return isComplete ? found : found.map(() => undefined)
}
