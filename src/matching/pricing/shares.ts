import type { Pence } from '#domain/money'

/** Weight of a coalition of each size without the player: s! (n - s - 1)! / n!. */
const weightsOf = (players: number): number[] => {
  const weights: number[] = []
  let choose = 1
  for (let size = 0; size < players; size += 1) {
    weights.push(1 / (players * choose))
    choose = (choose * (players - 1 - size)) / (size + 1)
  }
  return weights
}

/**
 * Balanced winner contributions from the values of all coalitions: the Shapley value among the winners
 * (market rules 3.2). Values are added up by size first, because sums of whole pence are exact.
 */
export const sharesOf = (values: Float64Array, players: number): number[] => {
  const weights = weightsOf(players)
  const sizes = players + 1
  const sums = new Float64Array(sizes)
  const sumsWith = new Float64Array(players * sizes)
  const sizeOf = new Uint8Array(values.length)
  for (let set = 0; set < values.length; set += 1) {
    const value = values[set]!
    const size = set === 0 ? 0 : sizeOf[set & (set - 1)]! + 1
    sizeOf[set] = size
    sums[size] = sums[size]! + value
    for (let rest = set; rest !== 0; rest &= rest - 1) {
      const at = (31 - Math.clz32(rest & -rest)) * sizes + size
      sumsWith[at] = sumsWith[at]! + value
    }
  }
  return Array.from({ length: players }, (_, player) =>
    weights.reduce((share, weight, size) => {
      const at = player * sizes + size
      return share + weight * (sumsWith[at + 1]! - (sums[size]! - sumsWith[at]!))
    }, 0),
  )
}

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

/** Differences below a millionth of a penny are rounding of the arithmetic, not of the market. */
const SAME = 1e-6

/**
 * Whole pence that add up exactly: all shares rounded down, the pence left over to the largest remainders,
 * ties by id
 * (market rules 3.6.4).
 */
export const inPence = (exact: ReadonlyMap<string, number>, total: Pence): Map<string, Pence> => {
  const entries = [...exact].map(([id, share]) => {
    const floor = Math.floor(share + SAME)
    return { id, floor, remainder: Math.max(0, share - floor) }
  })
  let left = total - entries.reduce((sum, { floor }) => sum + floor, 0)
  const first = entries.toSorted((a, b) =>
    Math.abs(a.remainder - b.remainder) > SAME ? b.remainder - a.remainder : a.id < b.id ? -1 : 1,
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

/** A sum parted in proportion to weights, in whole pence by largest remainder (market rules 3.8). */
export const inProportion = (total: Pence, weights: ReadonlyMap<string, number>): Map<string, Pence> => {
  const sum = [...weights.values()].reduce((a, b) => a + b, 0)
  const exact = [...weights].map(([id, weight]): [string, number] => [
    id,
    sum === 0 ? total / weights.size : (total * weight) / sum,
  ])
  return inPence(new Map(exact), total)
}
