import type { FundedConnectorSet, BlockValueTable } from './tables.ts'

/**
 * Sets of some winners of blocks, grouped: sets of one class gain the same from every way to fund connectors, so that
 * they are interchangeable for all other blocks.
 */
export interface SetClasses {
  players: readonly string[]
  /** For each set, its value if no connector is funded, and its class. */
  base: Float64Array
  classOf: Int32Array
  /** For each class, the gain from each way to fund connectors beyond the base; costs are not subtracted. */
  gains: Float64Array[]
}

/** Most players of whom every set is listed. */
const MOST_LISTED_PLAYERS = 22
/** Limit of numbers for the gains of all classes. */
const MOST_GAINS = 2 ** 24

/** Number of members of a set. */
export const sizeOfSet = (set: number): number => {
  let size = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) size += 1
  return size
}

/**
 * Groups the sets of `players` into classes within which connectors add the same value to every block; the winners in
 * `present` belong to every set. The first of `ways` funds no connector. Null if there are too many sets or classes.
 */
export const classifySets = (
  tables: readonly BlockValueTable[],
  ways: readonly FundedConnectorSet[],
  players: readonly string[],
  present: ReadonlySet<string>,
): SetClasses | null => {
  if (players.length > MOST_LISTED_PLAYERS) return null
  const views = tables.map(({ connectors, winners, values }) => {
    const bitOf = (name: string): number => {
      const at = winners.indexOf(name)
      return at < 0 ? 0 : 2 ** (connectors.length + at)
    }
    return {
      values,
      bits: players.map(bitOf),
      start: [...present].reduce((sum, name) => sum + bitOf(name), 0),
      ways: ways.map(({ names }) =>
        connectors.reduce((set, name, at) => (names.includes(name) ? set + 2 ** at : set), 0),
      ),
    }
  })
  const base = new Float64Array(2 ** players.length)
  const classOf = new Int32Array(base.length)
  const gains: Float64Array[] = []
  const known = new Map<string, number>()
  const sets = views.map(({ start }) => new Int32Array(base.length).fill(start))
  const row = new Float64Array(ways.length)
  for (let set = 0; set < base.length; set += 1) {
    const last = 31 - Math.clz32(set & -set)
    row.fill(0)
    views.forEach(({ values, bits, ways: local }, view) => {
      const own = sets[view]!
      if (set > 0) own[set] = own[set & (set - 1)]! + bits[last]!
      for (let way = 0; way < row.length; way += 1) row[way]! += values[own[set]! + local[way]!]!
    })
    base[set] = row[0]!
    for (let way = 0; way < row.length; way += 1) row[way]! -= base[set]!
    const key = row.join()
    let at = known.get(key)
    if (at === undefined) {
      at = gains.length
      if ((at + 1) * row.length > MOST_GAINS) return null
      known.set(key, at)
      gains.push(row.slice())
    }
    classOf[set] = at
  }
  return { players, base, classOf, gains }
}
