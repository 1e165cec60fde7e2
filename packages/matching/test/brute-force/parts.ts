import {
  countBreakpoints,
  nextBreakpoint,
  breakpointUpTo,
  previousBreakpoint,
  contractedItemValue,
  type DivisibleItem,
} from './contract.ts'
import {
  RATIONAL_ONE,
  RATIONAL_ZERO,
  compareRationals,
  floorRational,
  maxRational,
  minRational,
  addRationals,
  toRational,
  multiplyRational,
  type Rational,
} from './rational.ts'

/** A limit on the parts of several items: the sum of each amount times its part. */
export interface FractionConstraint {
  amounts: bigint[]
  limit: bigint
}

/** Parts of divisible items to search for: those that meet all rows, none below its `from`. */
export interface FractionSearch {
  items: readonly DivisibleItem[]
  rows: readonly FractionConstraint[]
  from: readonly Rational[]
}

/** The round is too large for brute force. */
export class TooManyChoicesError extends Error {
  constructor() {
    super('There are too many parts to try')
  }
}

const MOST_TRIED = 1 << 16
/** With more corners than this an item is searched near the best of the relaxation, in which nothing is rounded. */
const MANY = 3_000n

/** Room that the parts leave in a row. */
const left = ({ amounts, limit }: FractionConstraint, x: readonly Rational[]): Rational =>
  amounts.reduce(
    (sum, amount, at) => (amount === 0n ? sum : addRationals(sum, multiplyRational(x[at]!, -amount))),
    toRational(limit),
  )

const isKept = (rows: readonly FractionConstraint[], x: readonly Rational[]): boolean =>
  rows.every(row => left(row, x).over >= 0n)

/** The most that one item can have, given the others. */
const mostOf = (rows: readonly FractionConstraint[], x: readonly Rational[], at: number): Rational => {
  const others = x.with(at, RATIONAL_ZERO)
  return rows.reduce((most, row) => {
    const amount = row.amounts[at]!
    if (amount === 0n) return most
    const { over, under } = left(row, others)
    return minRational(most, toRational(over, under * amount))
  }, RATIONAL_ONE)
}

const bidsOf = (item: DivisibleItem): bigint => item.reduce((sum, { bid }) => sum + bid, 0n)

/** The first item's values at which the second item's best value bends, and both ends. */
const bendsOf = (
  { rows, from }: FractionSearch,
  x: readonly Rational[],
  a: number,
  b: number,
): Rational[] => {
  const lines = rows
    .filter(({ amounts }) => amounts[b]! > 0n)
    .map(row => ({ row, rest: left(row, x.with(a, RATIONAL_ZERO).with(b, RATIONAL_ZERO)) }))
  const all = { row: { amounts: x.map((_, at) => (at === b ? 1n : 0n)), limit: 1n }, rest: RATIONAL_ONE }
  const bounds = [...lines, all]
  const crossings = bounds.flatMap((one, at) =>
    bounds.slice(at + 1).flatMap(other => {
      const [p, q] = [one.row.amounts[a]!, one.row.amounts[b]!]
      const [s, t] = [other.row.amounts[a]!, other.row.amounts[b]!]
      const under = p * t - s * q
      const top = addRationals(multiplyRational(one.rest, t), multiplyRational(other.rest, -q))
      return under === 0n ? [] : [toRational(top.over, top.under * under)]
    }),
  )
  const most = mostOf(rows, x.with(b, from[b]!), a)
  const inside = crossings.filter(at => compareRationals(at, from[a]!) > 0 && compareRationals(at, most) < 0)
  return [from[a]!, ...inside, most]
}

/**
 * For two items with very many parts: every corner of the first at which the unrounded bound is not below the best
 * found.
 */
const nearBest = function* (
  search: FractionSearch,
  x: readonly Rational[],
  a: number,
  b: number,
): Generator<Rational[]> {
  const { items, rows, from } = search
  const withFirst = (first: Rational): Rational[] => {
    const so = x.with(a, first).with(b, from[b]!)
    return so.with(b, mostOf(rows, so, b))
  }
  const [bidA, bidB] = [bidsOf(items[a]!), bidsOf(items[b]!)]
  const bound = (so: readonly Rational[]): Rational =>
    addRationals(multiplyRational(so[a]!, bidA), multiplyRational(so[b]!, bidB))
  const worth = (so: readonly Rational[]): bigint =>
    contractedItemValue(items[a]!, so[a]!) + contractedItemValue(items[b]!, so[b]!)
  const bends = bendsOf(search, x, a, b)
  const top = bends.reduce((best, at) =>
    compareRationals(bound(withFirst(at)), bound(withFirst(best))) > 0 ? at : best,
  )
  const start = maxRational(breakpointUpTo(items[a]!, top), from[a]!)
  let best = -1n
  let steps = 0
  const most = mostOf(rows, x.with(b, from[b]!), a)
  for (const step of [previousBreakpoint, nextBreakpoint]) {
    let at = step === previousBreakpoint ? start : nextBreakpoint(items[a]!, start)
    while (compareRationals(at, from[a]!) >= 0 && compareRationals(at, most) <= 0) {
      const unrounded = withFirst(at)
      if (floorRational(bound(unrounded)) < best) break
      const so = unrounded.with(b, breakpointUpTo(items[b]!, unrounded[b]!))
      const value = worth(so)
      if (value > best) best = value
      yield so
      if ((steps += 1) > MOST_TRIED) throw new TooManyChoicesError()
      if (at.over === 0n && step === previousBreakpoint) break
      at = step(items[a]!, at)
    }
  }
}

/** Every combination of extreme parts for all items except the largest, which then takes as much as is left. */
const tried = function* (
  search: FractionSearch,
  x: readonly Rational[],
  order: readonly number[],
): Generator<Rational[]> {
  const { items, rows } = search
  const [first, second, ...rest] = order
  if (first === undefined) return yield [...x]
  if (second === undefined) return yield x.with(first, breakpointUpTo(items[first]!, mostOf(rows, x, first)))
  if (rest.length === 0 && countBreakpoints(items[first]!) > MANY)
    return yield* nearBest(search, x, first, second)
  const most = mostOf(rows, x, first)
  for (let at = x[first]!; compareRationals(at, most) <= 0; at = nextBreakpoint(items[first]!, at))
    yield* tried(search, x.with(first, at), order.slice(1))
}

/** Groups of items that no row ties together, which can be searched separately. */
const apart = ({ items, rows }: FractionSearch): number[][] => {
  const set = items.map((_, at) => at)
  for (const { amounts, limit } of rows) {
    if (amounts.reduce((a, b) => a + b, 0n) <= limit) continue
    const tied = items.flatMap((_, at) => (amounts[at]! > 0n ? [set[at]!] : []))
    for (const [at, old] of set.entries()) if (tied.includes(old)) set[at] = Math.min(...tied)
  }
  return [...new Set(set)].map(one => items.flatMap((_, at) => (set[at] === one ? [at] : [])))
}

/** Items that no row ties to others, and all their parts with the best value. */
export interface BestFractionsOfGroup {
  set: number[]
  ways: Rational[][]
}

/**
 * The greatest value of the parts, in whole pence, and the parts that reach it; null if not even `from` is feasible.
 */
export const findBestFractions = (
  search: FractionSearch,
): { value: bigint; sets: BestFractionsOfGroup[] } | null => {
  const { items, rows, from } = search
  if (!isKept(rows, from)) return null
  let count = 0
  let value = 0n
  const sets = apart(search).map((set): BestFractionsOfGroup => {
    const order = set.toSorted((a, b) => (countBreakpoints(items[a]!) < countBreakpoints(items[b]!) ? -1 : 1))
    let most = -1n
    let ways: Rational[][] = []
    for (const x of tried(search, from, order)) {
      if ((count += 1) > MOST_TRIED) throw new TooManyChoicesError()
      const worth = set.reduce((sum, at) => sum + contractedItemValue(items[at]!, x[at]!), 0n)
      if (worth > most) [most, ways] = [worth, []]
      if (worth === most) ways.push(x)
    }
    value += most
    return { set, ways }
  })
  return { value, sets }
}
