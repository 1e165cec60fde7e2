import type { CoalitionValueTable } from './join.ts'

/**
 * For one block, given who else is present: the value of each subset of its winners with no connector funded, and
 * subsets grouped into classes. Subsets of a class gain the same from every way to fund connectors, so they are
 * interchangeable outside the block.
 */
export interface CoalitionClasses {
  /** The winners, as indices among all winners of the part. */
  own: readonly number[]
  /** Value of each set with no connector funded. */
  base: Float64Array
  /** Class of each set. */
  classOf: Int32Array
  classes: number
  /** For each class, its gain from each way to fund connectors. */
  gains: Float64Array
}

/**
 * Input for classifying a block: the winners to combine, who else is present, the ways to fund connectors and their
 * costs to the block.
 */
export interface CoalitionClassInput {
  own: readonly number[]
  present: readonly number[]
  /** For each way, the connectors of the block that it funds; the first funds none. */
  ways: Int32Array
  /** For each way, the amount that is subtracted. */
  costs: Float64Array
  /** Values are multiplied by this and rounded to whole numbers. */
  scale: number
  /** Limit of classes, above which the result is null. */
  most: number
}

/** Number of members of a set. */
export const countSetBits = (set: number): number => {
  let size = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) size += 1
  return size
}

const mixed = (hash: number, value: number): number => {
  const low = Math.imul(hash ^ (value | 0), 0x9e3779b1)
  return Math.imul(low ^ (low >>> 15) ^ ((value / 2 ** 32) | 0), 0x85ebca6b)
}

/** Set of distinct rows of numbers: `indexOf` returns the index of a row and adds it if it is new. */
const distinctRows = (width: number, most: number) => {
  let rows = new Float64Array(64 * width)
  let slots = new Int32Array(256).fill(-1)
  let hashes = new Int32Array(64)
  let many = 0
  const hashOf = (row: Float64Array): number => {
    let hash = 0
    for (let k = 0; k < width; k += 1) hash = mixed(hash, row[k]!)
    return hash ^ (hash >>> 13)
  }
  const isAt = (at: number, row: Float64Array): boolean => {
    for (let k = 0; k < width; k += 1) if (rows[at * width + k] !== row[k]) return false
    return true
  }
  const grow = (): void => {
    const [moreRows, moreHashes] = [new Float64Array(2 * rows.length), new Int32Array(2 * hashes.length)]
    moreRows.set(rows)
    moreHashes.set(hashes)
    rows = moreRows
    hashes = moreHashes
    slots = new Int32Array(4 * hashes.length).fill(-1)
    for (let at = 0; at < many; at += 1) slots[freeSlot(hashes[at]!)] = at
  }
  const freeSlot = (hash: number): number => {
    let slot = hash & (slots.length - 1)
    while (slots[slot]! >= 0) slot = (slot + 1) & (slots.length - 1)
    return slot
  }
  /** Index of a row; -1 if it would exceed the limit. */
  const indexOf = (row: Float64Array): number => {
    const hash = hashOf(row)
    for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const at = slots[slot]!
      if (at < 0) break
      if (hashes[at] === hash && isAt(at, row)) return at
    }
    if (many === most) return -1
    if (many === hashes.length) grow()
    rows.set(row, many * width)
    hashes[many] = hash
    slots[freeSlot(hash)] = many
    many += 1
    return many - 1
  }
  return { indexOf, taken: () => ({ classes: many, gains: rows.subarray(0, many * width) }) }
}

/** Classifies the sets of a block by their gains; null if there are too many classes. */
export const classifyCoalitions = (
  { connectors, winners, values }: CoalitionValueTable,
  view: CoalitionClassInput,
): CoalitionClasses | null => {
  const { own, present, ways, costs, scale, most } = view
  const shift = connectors.length
  const bitOf = (winner: number): number => 1 << (winners.indexOf(winner) + shift)
  const here = present.reduce((set, winner) => (winners.includes(winner) ? set | bitOf(winner) : set), 0)
  const bits = own.map(bitOf)
  const sets = new Int32Array(2 ** own.length)
  const base = new Float64Array(sets.length)
  const classOf = new Int32Array(sets.length)
  const row = new Float64Array(ways.length)
  const { indexOf, taken } = distinctRows(ways.length, most)
  sets[0] = here
  for (let set = 0; set < sets.length; set += 1) {
    if (set > 0) sets[set] = sets[set & (set - 1)]! | bits[31 - Math.clz32(set & -set)]!
    const at = sets[set]!
    const least = Math.round(values[at]! * scale)
    base[set] = least
    for (let way = 0; way < row.length; way += 1) {
      row[way] = Math.round(values[at | ways[way]!]! * scale) - least - costs[way]!
    }
    const found = indexOf(row)
    if (found < 0) return null
    classOf[set] = found
  }
  return { own, base, classOf, ...taken() }
}
