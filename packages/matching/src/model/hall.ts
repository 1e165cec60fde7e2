import type { AmountsByColumn, ProgramBlock, Row } from './program.ts'

const addTo = (total: AmountsByColumn, more: AmountsByColumn): void => {
  for (const [column, amount] of more) total.set(column, (total.get(column) ?? 0) + amount)
}

/** Row by which needs may not exceed supplies. */
export const needsWithinSuppliesRow = (
  need: AmountsByColumn,
  supply: AmountsByColumn,
  union = false,
): Row => {
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

/** Connected unions of neighbourhoods; null if there are more than `most`. */
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
 * Hall's condition, without any flow: the needs that only a set of supplies can serve may not exceed them (Gale
 * 1957); null if there are more than `most` such sets.
 */
export const hallConditionRows = ({ needs, supplies }: ProgramBlock, most: number): Row[] | null => {
  const masks = needs.map(({ from }) => from.reduce((mask, supply) => mask | (1n << BigInt(supply)), 0n))
  const sets = closedSets(masks, most)
  const single = new Set(masks)
  return (
    sets?.map(set => {
      const need: AmountsByColumn = new Map()
      const supply: AmountsByColumn = new Map()
      needs.forEach(({ amounts }, at) => {
        if ((masks[at]! | set) === set) addTo(need, amounts)
      })
      supplies.forEach((amounts, at) => {
        if (((set >> BigInt(at)) & 1n) === 1n) addTo(supply, amounts)
      })
      return needsWithinSuppliesRow(need, supply, !single.has(set))
    }) ?? null
  )
}
