import { cornersOf, nextCorner, cornerAt, cornerBefore, worthOf, type Item } from './contract.ts'
import {
  ALL,
  NONE,
  compare,
  floor,
  greatest,
  least,
  plus,
  rational,
  times,
  type Rational,
} from './rational.ts'

/** What the parts of several items may add up to: each amount times its part, together not above the limit. */
export interface PartRow {
  amounts: bigint[]
  limit: bigint
}

/** Which parts of some divisible items are sought: those that keep all rows, none below its `from`. */
export interface Search {
  items: readonly Item[]
  rows: readonly PartRow[]
  from: readonly Rational[]
}

/** More than can be tried: the round is not one for brute force. */
export class TooMany extends Error {
  constructor() {
    super('There are too many parts to try')
  }
}

const MOST_TRIED = 1 << 16
/** Beyond so many corners an item is searched near the best of the relaxation, in which nothing is rounded. */
const MANY = 3_000n

/** What of a row's limit the parts leave. */
const left = ({ amounts, limit }: PartRow, x: readonly Rational[]): Rational =>
  amounts.reduce(
    (sum, amount, at) => (amount === 0n ? sum : plus(sum, times(x[at]!, -amount))),
    rational(limit),
  )

const isKept = (rows: readonly PartRow[], x: readonly Rational[]): boolean =>
  rows.every(row => left(row, x).over >= 0n)

/** The most that one item can have when the others have what they have. */
const mostOf = (rows: readonly PartRow[], x: readonly Rational[], at: number): Rational => {
  const others = x.with(at, NONE)
  return rows.reduce((most, row) => {
    const amount = row.amounts[at]!
    if (amount === 0n) return most
    const { over, under } = left(row, others)
    return least(most, rational(over, under * amount))
  }, ALL)
}

const bidsOf = (item: Item): bigint => item.reduce((sum, { bid }) => sum + bid, 0n)

/** Where the best that is left for the second item bends as the first one has more, and the two ends. */
const bendsOf = ({ rows, from }: Search, x: readonly Rational[], a: number, b: number): Rational[] => {
  const lines = rows
    .filter(({ amounts }) => amounts[b]! > 0n)
    .map(row => ({ row, rest: left(row, x.with(a, NONE).with(b, NONE)) }))
  const all = { row: { amounts: x.map((_, at) => (at === b ? 1n : 0n)), limit: 1n }, rest: ALL }
  const bounds = [...lines, all]
  const crossings = bounds.flatMap((one, at) =>
    bounds.slice(at + 1).flatMap(other => {
      const [p, q] = [one.row.amounts[a]!, one.row.amounts[b]!]
      const [s, t] = [other.row.amounts[a]!, other.row.amounts[b]!]
      const under = p * t - s * q
      const top = plus(times(one.rest, t), times(other.rest, -q))
      return under === 0n ? [] : [rational(top.over, top.under * under)]
    }),
  )
  const most = mostOf(rows, x.with(b, from[b]!), a)
  const inside = crossings.filter(at => compare(at, from[a]!) > 0 && compare(at, most) < 0)
  return [from[a]!, ...inside, most]
}

/** Two items of very many parts: every corner of the first where the unrounded bound is not below the best found. */
const nearBest = function* (
  search: Search,
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
  const bound = (so: readonly Rational[]): Rational => plus(times(so[a]!, bidA), times(so[b]!, bidB))
  const worth = (so: readonly Rational[]): bigint => worthOf(items[a]!, so[a]!) + worthOf(items[b]!, so[b]!)
  const bends = bendsOf(search, x, a, b)
  const top = bends.reduce((best, at) =>
    compare(bound(withFirst(at)), bound(withFirst(best))) > 0 ? at : best,
  )
  const start = greatest(cornerAt(items[a]!, top), from[a]!)
  let best = -1n
  let steps = 0
  const most = mostOf(rows, x.with(b, from[b]!), a)
  for (const step of [cornerBefore, nextCorner]) {
    let at = step === cornerBefore ? start : nextCorner(items[a]!, start)
    while (compare(at, from[a]!) >= 0 && compare(at, most) <= 0) {
      const unrounded = withFirst(at)
      if (floor(bound(unrounded)) < best) break
      const so = unrounded.with(b, cornerAt(items[b]!, unrounded[b]!))
      const value = worth(so)
      if (value > best) best = value
      yield so
      if ((steps += 1) > MOST_TRIED) throw new TooMany()
      if (at.over === 0n && step === cornerBefore) break
      at = step(items[a]!, at)
    }
  }
}

/** Every corner of all items but that with the most, which takes the most that is left. */
const tried = function* (
  search: Search,
  x: readonly Rational[],
  order: readonly number[],
): Generator<Rational[]> {
  const { items, rows } = search
  const [first, second, ...rest] = order
  if (first === undefined) return yield [...x]
  if (second === undefined) return yield x.with(first, cornerAt(items[first]!, mostOf(rows, x, first)))
  if (rest.length === 0 && cornersOf(items[first]!) > MANY) return yield* nearBest(search, x, first, second)
  const most = mostOf(rows, x, first)
  for (let at = x[first]!; compare(at, most) <= 0; at = nextCorner(items[first]!, at))
    yield* tried(search, x.with(first, at), order.slice(1))
}

/** Items that no row ties together may be sought apart. */
const apart = ({ items, rows }: Search): number[][] => {
  const set = items.map((_, at) => at)
  for (const { amounts, limit } of rows) {
    if (amounts.reduce((a, b) => a + b, 0n) <= limit) continue
    const tied = items.flatMap((_, at) => (amounts[at]! > 0n ? [set[at]!] : []))
    for (const [at, old] of set.entries()) if (tied.includes(old)) set[at] = Math.min(...tied)
  }
  return [...new Set(set)].map(one => items.flatMap((_, at) => (set[at] === one ? [at] : [])))
}

/** Items that no row ties together, and all parts of them that reach as much. */
export interface BestOfSet {
  set: number[]
  ways: Rational[][]
}

/** The greatest worth of the parts, in whole pence, and parts that reach it; null when not even `from` is kept. */
export const bestParts = (search: Search): { value: bigint; sets: BestOfSet[] } | null => {
  const { items, rows, from } = search
  if (!isKept(rows, from)) return null
  let count = 0
  let value = 0n
  const sets = apart(search).map((set): BestOfSet => {
    const order = set.toSorted((a, b) => (cornersOf(items[a]!) < cornersOf(items[b]!) ? -1 : 1))
    let most = -1n
    let ways: Rational[][] = []
    for (const x of tried(search, from, order)) {
      if ((count += 1) > MOST_TRIED) throw new TooMany()
      const worth = set.reduce((sum, at) => sum + worthOf(items[at]!, x[at]!), 0n)
      if (worth > most) [most, ways] = [worth, []]
      if (worth === most) ways.push(x)
    }
    value += most
    return { set, ways }
  })
  return { value, sets }
}
