import type { Pence } from '#domain/money'
import { compare, floorOf, fraction, type Fraction } from './fraction.ts'

/**
 * What all coalitions of some players are worth together, by size: of all of that size, and of those with each
 * player. Whole numbers of a unit.
 */
export interface SumsBySize {
  all: bigint[]
  /** For each player, by size. */
  having: bigint[][]
}

/** Sums of nothing yet. */
export const noSums = (players: number): SumsBySize => ({
  all: Array.from({ length: players + 1 }, () => 0n),
  having: Array.from({ length: players }, () => Array.from({ length: players + 1 }, () => 0n)),
})

/** In how many ways some of so many may be chosen. */
export const choose = (from: number, some: number): bigint => {
  let ways = 1n
  for (let k = 0; k < some; k += 1) ways = (ways * BigInt(from - k)) / BigInt(k + 1)
  return some < 0 ? 0n : ways
}

/**
 * Balanced winner contributions: the Shapley value among the winners (market rules 3.2), as exact fractions of
 * the unit of the sums. Of every size it is the mean, over coalitions without the player, of what the player adds:
 * *sum over sizes s of (having(s + 1) - (all(s) - having(s))) / (n C(n - 1, s))*.
 */
export const sharesOf = ({ all, having }: SumsBySize): Fraction[] => {
  const players = having.length
  const weights = having.map((_, size) => BigInt(players) * choose(players - 1, size))
  const under = weights.reduce((product, weight) => fraction(product, weight).over * weight, 1n)
  return having.map(own =>
    fraction(
      weights.reduce(
        (sum, weight, size) => sum + (own[size + 1]! - (all[size]! - own[size]!)) * (under / weight),
        0n,
      ),
      under,
    ),
  )
}

/** What all players together would lose without each of them, in the unit of the sums. */
export const marginalsOf = ({ all, having }: SumsBySize): bigint[] =>
  having.map(own => all.at(-1)! - (all.at(-2)! - own.at(-2)!))

/**
 * The nearest shares that are not negative and add up to as much: what some are short of nothing is taken from
 * all others alike. No share can be negative, so this brings none further from the truth on the whole.
 */
export const atLeastNothing = (shares: readonly number[]): number[] => {
  const total = shares.reduce((a, b) => a + b, 0)
  let above = shares
  for (;;) {
    const kept = above.filter(share => share > 0)
    const excess = (kept.reduce((a, b) => a + b, 0) - total) / kept.length
    if (kept.every(share => share >= excess)) {
      return above.map(share => (share > 0 ? share - excess : 0))
    }
    above = above.map(share => (share > excess ? share : 0))
  }
}

/**
 * Whole pence that add up exactly: all shares rounded down, the pence left over to the largest remainders,
 * ties by id (market rules 3.6.4). Remainders are compared as fractions, so that a tie is a tie.
 */
export const inPence = (exact: ReadonlyMap<string, Fraction>, total: Pence): Map<string, Pence> => {
  const entries = [...exact].map(([id, share]) => {
    const floor = floorOf(share)
    return { id, floor: Number(floor), remainder: { ...share, over: share.over - floor * share.under } }
  })
  let left = total - entries.reduce((sum, { floor }) => sum + floor, 0)
  const first = entries.toSorted((a, b) => compare(b.remainder, a.remainder) || (a.id < b.id ? -1 : 1))
  const pence = new Map(entries.map(({ id, floor }) => [id, floor]))
  for (let at = 0; left > 0 && first.length > 0; at = (at + 1) % first.length) {
    const { id } = first[at]!
    pence.set(id, pence.get(id)! + 1)
    left -= 1
  }
  for (let at = first.length - 1; left < 0 && at >= 0; at -= 1) {
    const { id } = first[at]!
    const take = Math.min(-left, pence.get(id)!)
    pence.set(id, pence.get(id)! - take)
    left += take
  }
  return pence
}

/** A sum parted in proportion to whole weights, in whole pence by largest remainder (market rules 3.8). */
export const inProportion = (total: Pence, weights: ReadonlyMap<string, number>): Map<string, Pence> => {
  const sum = [...weights.values()].reduce((a, b) => a + b, 0)
  const exact = [...weights].map(([id, weight]): [string, Fraction] => [
    id,
    sum === 0
      ? fraction(BigInt(total), BigInt(weights.size))
      : fraction(BigInt(total) * BigInt(weight), BigInt(sum)),
  ])
  return inPence(new Map(exact), total)
}
