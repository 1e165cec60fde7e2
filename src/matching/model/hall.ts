import type { Amounts, Block, Row } from './program.ts'

const addTo = (total: Amounts, more: Amounts): void => {
  for (const [column, amount] of more) total.set(column, (total.get(column) ?? 0) + amount)
}

/** What is needed may not exceed what is supplied. */
export const rowOf = (need: Amounts, supply: Amounts, union = false): Row => {
  const net = new Map(need)
  for (const [column, amount] of supply) net.set(column, (net.get(column) ?? 0) - amount)
  const entries = [...net].filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => a - b)
  return {
    columns: entries.map(([c]) => c),
    coefficients: entries.map(([, a]) => a),
    limit: 0,
    equal: false,
    union,
  }
}

/** Unions of neighbourhoods that hang together; null when there are too many of them. */
const closedSets = (masks: readonly bigint[], most: number): bigint[] | null => {
  const seen = new Set<bigint>(masks)
  if (seen.size > most) return null
  const queue = [...seen]
  for (const set of queue) {
    for (const mask of masks) {
      if ((mask & set) === 0n || (mask | set) === set || seen.has(mask | set)) continue
      seen.add(mask | set)
      queue.push(mask | set)
      if (queue.length > most) return null
    }
  }
  return queue
}

/**
 * Hall's condition, without any flow: what is needed from a set of supplies may not exceed them (Gale 1957);
 * null when there are more such sets than asked for.
 */
export const hallRows = ({ needs, supplies }: Block, most: number): Row[] | null => {
  const masks = needs.map(({ from }) => from.reduce((mask, supply) => mask | (1n << BigInt(supply)), 0n))
  const sets = closedSets(masks, most)
  const single = new Set(masks)
  return (
    sets?.map(set => {
      const need: Amounts = new Map()
      const supply: Amounts = new Map()
      needs.forEach(({ amounts }, at) => {
        if ((masks[at]! | set) === set) addTo(need, amounts)
      })
      supplies.forEach((amounts, at) => {
        if (((set >> BigInt(at)) & 1n) === 1n) addTo(supply, amounts)
      })
      return rowOf(need, supply, !single.has(set))
    }) ?? null
  )
}
