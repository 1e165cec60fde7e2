import type { RecordedDraws } from './draws.ts'
import { compareFractions, floorFraction, ZERO, addFractions, ratio, type Fraction } from './fraction.ts'
import type { WinnerPresence } from './tables.ts'

/** Sums of whole numbers are kept in two halves, so that they stay exact however many there are. */
const HALF = 2 ** 22

const factorials = (most: number): bigint[] => {
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

/** Rounds to whole pence that add up: all rounded down, the pence left over to the largest remainders, ties by name. */
export const roundSharesToPence = (shares: ReadonlyMap<string, Fraction>): Map<string, number> => {
  const entries = [...shares].map(([name, share]) => {
    const floor = floorFraction(share)
    return { name, floor, rest: addFractions(share, ratio(-floor)) }
  })
  const total = [...shares.values()].reduce(addFractions, ZERO)
  let left = Number(floorFraction(total) - entries.reduce((sum, { floor }) => sum + floor, 0n))
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

/** Sums the means of samples of each size, and their errors. */
const stratified = (players: number) => {
  const estimates = Array.from({ length: players }, () => ({ mean: 0, error: 0 }))
  /** Adds the samples of one size, each a number for every player. */
  const add = (samples: readonly Float64Array[]): void =>
    estimates.forEach((estimate, player) => {
      const mean = samples.reduce((sum, one) => sum + one[player]!, 0) / samples.length
      const spread = samples.reduce((sum, one) => sum + (one[player]! - mean) ** 2, 0)
      estimate.mean += mean
      estimate.error += samples.length < 2 ? 0 : spread / (samples.length - 1) / samples.length
    })
  const result = (): EstimateWithError[] =>
    estimates.map(({ mean, error }) => ({ mean, error: Math.sqrt(error) }))
  return { add, result }
}

/** Weight of a set of this size in the share of a player who is in it, or is not, times the number of such sets. */
const weightOf = (players: number, size: number, isIn: number): number =>
  isIn === 1 ? 1 / size : -1 / (players - size)

/** A random set of `size` players: 1 for each player in it, 0 for the others. */
const drawnSet = (players: number, size: number, chance: () => number): Uint8Array => {
  const present = new Uint8Array(players)
  let left = size
  for (let player = 0; player < players; player += 1)
    if (chance() * (players - player) < left) {
      present[player] = 1
      left -= 1
    }
  return present
}

/** Number of sets drawn of every size, each with its complement. */
const DRAWS = 2_000

/**
 * A drawn set of players, its value beyond what the given shares explain, and the number of sets that it stands for.
 */
interface DrawnSet {
  present: WinnerPresence
  value: number
  stands: number
}

/** The mean value of sets of one size counts for no one; subtracting it lowers the variance. */
const centred = (strata: readonly (readonly DrawnSet[])[]): number => {
  const all = strata.flat()
  return all.reduce((sum, { value }) => sum + value, 0) / all.length
}

/**
 * Estimates the difference between shares and given ones from drawn sets: a share is the sum over sizes of the mean,
 * over sets S of that size, of v(S) / |S| for members of S and -v(S) / (n-|S|) for the others. Sets of one size may
 * come from several strata. The part that the given shares explain is known exactly.
 */
const errorsBySize = (
  players: number,
  strataOf: (size: number) => readonly (readonly DrawnSet[])[],
): EstimateWithError[] => {
  const { add, result } = stratified(players)
  for (let size = 1; size <= players; size += 1) {
    const strata = strataOf(size)
    const mean = size === players ? 0 : centred(strata)
    for (const sets of strata)
      add(
        sets.map(({ present, value, stands }) =>
          Float64Array.from(
            { length: players },
            (_, player) => stands * (value - mean) * weightOf(players, size, present[player]!),
          ),
        ),
      )
  }
  return result()
}

const beyond = (given: readonly number[], present: WinnerPresence, value: number): number =>
  given.reduce((rest, share, player) => rest - share * present[player]!, value)

/** The sets that leave out or contain one player alone. */
const single = (players: number, isIn: number): Uint8Array[] =>
  Array.from({ length: players }, (_, at) => new Uint8Array(players).fill(1 - isIn).with(at, isIn))

/** Estimates how far the given shares are from the true ones, for a game too large to enumerate. */
export const estimateShareErrors = (
  given: readonly number[],
  valueOf: (present: WinnerPresence) => number,
  chance: () => number,
): EstimateWithError[] => {
  const players = given.length
  const drawn = (present: WinnerPresence, stands: number): DrawnSet => ({
    present,
    value: beyond(given, present, valueOf(present)),
    stands,
  })
  return errorsBySize(players, size => {
    if (size === players) return [[drawn(new Uint8Array(players).fill(1), 1)]]
    const all = size === 1 ? single(players, 1) : size === players - 1 ? single(players, 0) : null
    // If there are few sets, all are taken, and each stands for itself.
    if (all !== null) return all.map(present => [drawn(present, 1 / players)])
    return [Array.from({ length: DRAWS }, () => drawn(drawnSet(players, size, chance), 1))]
  })
}

/** Minimum number of random sets of winners in blocks for each drawn set. */
const BESIDE = 64

const logFactorials = (most: number): number[] => {
  const logs = [0]
  for (let n = 1; n <= most; n += 1) logs.push(logs[n - 1]! + Math.log(n))
  return logs
}

/** Estimates share errors from recorded draws: drawn sets of every size, with random sets of the winners in blocks. */
export const estimateShareErrorsFromDraws = (
  given: ReadonlyMap<string, number>,
  { drawn, others, sets, valueOf }: RecordedDraws,
  chance: () => number,
): Map<string, EstimateWithError> => {
  const players = [...drawn, ...others]
  const shares = players.map(name => given.get(name) ?? 0)
  const logs = logFactorials(players.length)
  const choose = (n: number, k: number): number => logs[n]! - logs[k]! - logs[n - k]!
  const bySize = new Map<number, number[]>()
  sets.forEach((set, at) => {
    const size = drawn.reduce((sum, _, player) => sum + set[player]!, 0)
    bySize.set(size, [...(bySize.get(size) ?? []), at])
  })
  const stratum = (places: readonly number[], size: number, beside: number, part: number): DrawnSet[] => {
    const stands =
      part *
      Math.exp(
        choose(drawn.length, size) + choose(others.length, beside) - choose(players.length, size + beside),
      )
    const times = others.length === 0 ? 1 : Math.ceil(BESIDE / places.length)
    return places.flatMap(at =>
      Array.from({ length: times }, () => {
        const block = drawnSet(others.length, beside, chance)
        const present = [...Array.from(drawn, (_, player) => sets[at]![player]!), ...block]
        return { present, value: beyond(shares, present, valueOf(at, block)), stands }
      }),
    )
  }
  const estimates = errorsBySize(players.length, size =>
    [...bySize]
      .filter(([own]) => own <= size && size - own <= others.length)
      .flatMap(([own, places]) => {
        const isAll = own <= 1 || own >= drawn.length - 1
        // If all sets of a size are filed, nothing was random, and each stands for itself.
        return isAll
          ? places.map(at => stratum([at], own, size - own, 1 / places.length))
          : [stratum(places, own, size - own, 1)]
      }),
  )
  return new Map(players.map((name, at) => [name, estimates[at]!]))
}
