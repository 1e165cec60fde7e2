import type { Pence } from '@credit-market/values/money'
import { compareFractions, floorFraction, reducedFraction, type Fraction } from './fraction.ts'

/**
 * Summed values of all coalitions of some players by size: of all of that size, and of those with each player, in
 * whole numbers of a unit.
 */
export interface CoalitionSumsBySize {
  all: bigint[]
  /** For each player, by size. */
  having: bigint[][]
}

export const zeroCoalitionSums = (players: number): CoalitionSumsBySize => ({
  all: Array.from({ length: players + 1 }, () => 0n),
  having: Array.from({ length: players }, () => Array.from({ length: players + 1 }, () => 0n)),
})

/** Binomial coefficient. */
export const binomialCoefficient = (from: number, some: number): bigint => {
  let ways = 1n
  for (let k = 0; k < some; k += 1) ways = (ways * BigInt(from - k)) / BigInt(k + 1)
  return some < 0 ? 0n : ways
}

/**
 * Balanced winner contributions: the Shapley value among the winners (market rules 3.2), as exact fractions of the
 * unit of the sums. For every size it is the mean, over coalitions without the player, of the player's marginal
 * contribution: *sum over sizes s of (having(s + 1) - (all(s) - having(s))) / (n C(n - 1, s))*.
 */
export const shapleyShares = ({ all, having }: CoalitionSumsBySize): Fraction[] => {
  const players = having.length
  const weights = having.map((_, size) => BigInt(players) * binomialCoefficient(players - 1, size))
  const under = weights.reduce((product, weight) => reducedFraction(product, weight).over * weight, 1n)
  return having.map(own =>
    reducedFraction(
      weights.reduce(
        (sum, weight, size) => sum + (own[size + 1]! - (all[size]! - own[size]!)) * (under / weight),
        0n,
      ),
      under,
    ),
  )
}

/** Loss of all players together without each of them, in the unit of the sums. */
export const marginalValues = ({ all, having }: CoalitionSumsBySize): bigint[] =>
  having.map(own => all.at(-1)! - (all.at(-2)! - own.at(-2)!))

/**
 * Projects shares onto non-negative values with the same sum: negative ones become 0, and all others pay equally for
 * that. No true share is negative, so the total error does not grow.
 */
export const projectToNonNegativeShares = (shares: readonly number[]): number[] => {
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
 * Rounds shares to whole pence that add up exactly: all rounded down, the pence left over to the largest remainders,
 * ties by id (market rules 3.6.4). Remainders are compared as fractions, so that equal ones really tie.
 */
export const roundSharesToPence = (
  exact: ReadonlyMap<string, Fraction>,
  total: Pence,
): Map<string, Pence> => {
  const entries = [...exact].map(([id, share]) => {
    const floor = floorFraction(share)
    return { id, floor: Number(floor), remainder: { ...share, over: share.over - floor * share.under } }
  })
  let left = total - entries.reduce((sum, { floor }) => sum + floor, 0)
  const first = entries.toSorted(
    (a, b) => compareFractions(b.remainder, a.remainder) || (a.id < b.id ? -1 : 1),
  )
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

/** Divides a sum in proportion to whole weights, in whole pence by largest remainder (market rules 3.8). */
export const divideProportionally = (
  total: Pence,
  weights: ReadonlyMap<string, number>,
): Map<string, Pence> => {
  const sum = [...weights.values()].reduce((a, b) => a + b, 0)
  const exact = [...weights].map(([id, weight]): [string, Fraction] => [
    id,
    sum === 0
      ? reducedFraction(BigInt(total), BigInt(weights.size))
      : reducedFraction(BigInt(total) * BigInt(weight), BigInt(sum)),
  ])
  return roundSharesToPence(new Map(exact), total)
}
