import { drawSet } from './exact/chance.ts'
import {
  compareFractions,
  floorFraction,
  ZERO,
  addFractions,
  ratio,
  type Fraction,
} from './exact/fraction.ts'
import type { WinnerPresence } from './tables.ts'

/** Sums of whole numbers are kept in two halves, so that they stay exact however many there are. */
const HALF = 2 ** 22

/** Factorials of 0 and of all numbers up to one. */
export const factorials = (most: number): bigint[] => {
  const all = [1n]
  for (let n = 1; n <= most; n += 1) all.push(all[n - 1]! * BigInt(n))
  return all
}

/**
 * The exact Shapley value of a game in whole pence: for every player the sum, over the sets S without it, of |S|!
 * (n-|S|-1)! / n! (v(S with it) - v(S)).
 */
export const shapleyShares = (players: number, valueOf: (present: WinnerPresence) => number): Fraction[] => {
  const sizes = players + 1
  const [high, low] = [new Float64Array(players * sizes), new Float64Array(players * sizes)]
  const [highAll, lowAll] = [new Float64Array(sizes), new Float64Array(sizes)]
  const present = new Uint8Array(players)
  for (let set = 0; set < 2 ** players; set += 1) {
    let size = 0
    for (let player = 0; player < players; player += 1) size += present[player] = (set >> player) & 1
    const value = valueOf(present)
    const top = Math.floor(value / HALF)
    const rest = value - top * HALF
    highAll[size] = highAll[size]! + top
    lowAll[size] = lowAll[size]! + rest
    for (let player = 0; player < players; player += 1) {
      if (present[player] === 0) continue
      const at = player * sizes + size
      high[at] = high[at]! + top
      low[at] = low[at]! + rest
    }
  }
  const sum = (top: number, rest: number): bigint => BigInt(top) * BigInt(HALF) + BigInt(rest)
  const factorial = factorials(players)
  return Array.from({ length: players }, (_, player) => {
    let share = 0n
    for (let size = 0; size < players; size += 1) {
      const at = player * sizes + size
      const without = sum(highAll[size]!, lowAll[size]!) - sum(high[at]!, low[at]!)
      const gained = sum(high[at + 1]!, low[at + 1]!) - without
      share += factorial[size]! * factorial[players - size - 1]! * gained
    }
    return ratio(share, factorial.at(-1))
  })
}

/**
 * Rounds to whole pence that add up to their total: all rounded down, the pence left over to the largest remainders, ties
 * by name.
 */
export const roundSharesToPence = (
  shares: ReadonlyMap<string, Fraction>,
  sum?: number,
): Map<string, number> => {
  const entries = [...shares].map(([name, share]) => {
    const floor = floorFraction(share)
    return { name, floor, rest: addFractions(share, ratio(-floor)) }
  })
  const total = sum ?? Number(floorFraction([...shares.values()].reduce(addFractions, ZERO)))
  let left = total - Number(entries.reduce((all, { floor }) => all + floor, 0n))
  const order = entries.toSorted((a, b) => compareFractions(b.rest, a.rest) || (a.name < b.name ? -1 : 1))
  const pence = new Map(entries.map(({ name, floor }) => [name, Number(floor)]))
  for (const { name } of order) {
    if (left <= 0) break
    pence.set(name, pence.get(name)! + 1)
    left -= 1
  }
  return pence
}

/** An estimate with its standard error, in pence. */
export interface EstimateWithError {
  mean: number
  error: number
}

/** Weight of a set of this size in the share of a player who is in it, or is not, times the number of such sets. */
const weightOf = (players: number, size: number, isIn: number): number =>
  isIn === 1 ? 1 / size : -1 / (players - size)

/** The sets that leave out or contain one player alone. */
const single = (players: number, isIn: number): Uint8Array[] =>
  Array.from({ length: players }, (_, at) => new Uint8Array(players).fill(1 - isIn).with(at, isIn))

/**
 * Estimates how far the given shares are from the true ones, for a game too large to enumerate, from `draws` sets of
 * each size: a share is the sum over sizes of the mean, over sets S of that size, of v(S) / |S| for members of S and
 * -v(S) / (n-|S|) for the others. The part that the given shares explain is known exactly. All sets of size 1 and n - 1
 * are taken, so that these add no error.
 */
export const estimateShareErrors = (
  given: readonly number[],
  valueOf: (present: WinnerPresence) => number,
  { chance, draws }: { chance: () => number; draws: number },
): EstimateWithError[] => {
  const players = given.length
  const sums = given.map(() => ({ mean: 0, variance: 0 }))
  for (let size = 1; size <= players; size += 1) {
    const isAll = size === 1 || size >= players - 1
    const sets =
      size === players
        ? [new Uint8Array(players).fill(1)]
        : isAll
          ? single(players, size === 1 ? 1 : 0)
          : Array.from({ length: draws }, () => drawSet(players, size, chance))
    const values = sets.map(present =>
      given.reduce((rest, share, player) => rest - share * present[player]!, valueOf(present)),
    )
    // The mean value of sets of one size counts for no one; subtracting it lowers the variance.
    const middle = size === players ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
    sums.forEach((sum, player) => {
      const counts = sets.map(
        (present, at) => (values[at]! - middle) * weightOf(players, size, present[player]!),
      )
      const mean = counts.reduce((a, b) => a + b, 0) / counts.length
      const spread = counts.reduce((a, b) => a + (b - mean) ** 2, 0)
      sum.mean += mean
      sum.variance += isAll ? 0 : spread / (counts.length - 1) / counts.length
    })
  }
  return sums.map(({ mean, variance }) => ({ mean, error: Math.sqrt(variance) }))
}
