import type { Factor } from './join.ts'

/**
 * All sets of some winners of one block, beside some others that are there: what each is worth with no connector
 * funded, and which sets gain alike from every way to fund connectors, so that nobody outside the block can tell them
 * apart.
 */
export interface Classes {
  /** The winners, as places among all winners of the part. */
  own: readonly number[]
  /** What each set is worth with no connector funded. */
  base: Float64Array
  /** The class of each set. */
  classOf: Int32Array
  classes: number
  /** For each class, what it gains from each way to fund connectors. */
  gains: Float64Array
}

/** How a block is looked at: whose sets, who else is there, the ways to fund connectors and what those ask of it. */
export interface View {
  own: readonly number[]
  present: readonly number[]
  /** For each way, the connectors of the block that it funds; the first funds none. */
  ways: Int32Array
  /** For each way, what is taken off. */
  costs: Float64Array
  /** Values are multiplied by this and made whole. */
  scale: number
  /** Gains are rounded down to whole multiples of this; 0 leaves them as they are. */
  within: number
  /** More classes than this are given up. */
  most: number
}

/** How many members a set has. */
export const sizeOf = (set: number): number => {
  let size = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) size += 1
  return size
}

const mixed = (hash: number, value: number): number => {
  const low = Math.imul(hash ^ (value | 0), 0x9e3779b1)
  return Math.imul(low ^ (low >>> 15) ^ ((value / 2 ** 32) | 0), 0x85ebca6b)
}

/** Rows of numbers, each kept once: `indexOf` finds the place of a row, or gives it the next. */
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
  /** The place of a row; -1 where it would be one too many. */
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

/** The sets of a block by what they gain; null where there are too many kinds of them. */
export const classesOf = ({ connectors, winners, values }: Factor, view: View): Classes | null => {
  const { own, present, ways, costs, scale, within, most } = view
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
      const gain = Math.round(values[at | ways[way]!]! * scale) - least - costs[way]!
      row[way] = within > 0 ? Math.floor(gain / within) * within : gain
    }
    const found = indexOf(row)
    if (found < 0) return null
    classOf[set] = found
  }
  return { own, base, classOf, ...taken() }
}
