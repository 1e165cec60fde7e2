import { countSetBits, type CoalitionClasses } from './classes.ts'

/**
 * The classes of one side, divided again and again into those with lower and higher differences between what two ways
 * to fund connectors gain. Node 0 has all of them; those of a node are `order[start]` up to (not including)
 * `order[end]`.
 */
export interface ClassTree {
  classes: number
  /** One more than the number of winners: sizes of sets. */
  width: number
  ways: number
  /** For each class, its gain from each way. */
  gains: Float64Array
  order: Int32Array
  start: number[]
  end: number[]
  /** The first of the two nodes that a node is divided into; 0 if it is not divided. The second follows it. */
  halves: number[]
  /** For each node and pair of ways, the least by which the first gains more than the second. */
  leads: Float64Array[]
  /** For each node, its number of sets by size. */
  sets: Float64Array
  /** For each node and way, the gains of its sets by size: the low parts, and the high parts. */
  low: Float64Array
  high: Float64Array
  /** Sets of each class by size: class c occupies indices `from[c]` up to (not including) `from[c + 1]`. */
  from: Int32Array
  sizes: Int32Array
  counts: Float64Array
}

/** Gains are summed in two parts, so that products with counts of sets stay exact: this is a unit of the high part. */
export const GAIN_PART = 2 ** 30

/** The high part of a gain: 0 for most. */
export const highPartOf = (gain: number): number =>
  gain < GAIN_PART && gain > -GAIN_PART ? 0 : Math.trunc(gain / GAIN_PART)

const NOTHING = new Float64Array(0)

/** In place of a gain of minus infinity: less than any amount can make up for, and its differences are numbers. */
const NEVER = -(2 ** 80)
/** Nodes with no more classes than this are not divided. */
const FEWEST_DIVIDED = 16
/** Limit of nodes, roughly, for memory. */
const MOST_NODES = 2 ** 12

const countsBySize = ({ classOf, classes }: CoalitionClasses, width: number) => {
  const all = new Float64Array(classes * width)
  classOf.forEach((at, set) => (all[at * width + countSetBits(set)]! += 1))
  const from = new Int32Array(classes + 1)
  const [sizes, counts]: number[][] = [[], []]
  for (let at = 0; at < all.length; at += 1) {
    if (all[at] === 0) continue
    from[Math.floor(at / width) + 1]! += 1
    sizes!.push(at % width)
    counts!.push(all[at]!)
  }
  for (let at = 0; at < classes; at += 1) from[at + 1]! += from[at]!
  return { from, sizes: Int32Array.from(sizes!), counts: Float64Array.from(counts!) }
}

/** For each pair of ways, the least by which the first gains more than the second, among some classes. */
const leadsOf = (gains: Float64Array, ways: number, some: Int32Array): Float64Array => {
  const leads = new Float64Array(ways * ways).fill(Infinity)
  for (let k = 0; k < some.length; k += 1) {
    const row = some[k]! * ways
    for (let way = 1; way < ways; way += 1) {
      const gain = gains[row + way]!
      for (let other = 0; other < way; other += 1) {
        const lead = gain - gains[row + other]!
        if (lead < leads[way * ways + other]!) leads[way * ways + other] = lead
        if (-lead < leads[other * ways + way]!) leads[other * ways + way] = -lead
      }
    }
  }
  return leads
}

/** The two ways whose difference varies most; null if no difference varies. */
const widestPair = (leads: Float64Array, ways: number): [number, number] | null => {
  let widest: [number, number] | null = null
  let most = 0
  for (let way = 1; way < ways; way += 1)
    for (let other = 0; other < way; other += 1) {
      const spread = -leads[way * ways + other]! - leads[other * ways + way]!
      if (spread <= most) continue
      most = spread
      widest = [way, other]
    }
  return widest
}

/** Puts classes with a lower difference between two ways than the mean first; returns how many there are. */
const divide = (gains: Float64Array, ways: number, some: Int32Array, [way, other]: [number, number]) => {
  const lead = (at: number): number => gains[at * ways + way]! - gains[at * ways + other]!
  let sum = 0
  for (const at of some) sum += lead(at)
  const middle = sum / some.length
  let first = 0
  for (let k = 0; k < some.length; k += 1) {
    const at = some[k]!
    if (lead(at) >= middle) continue
    some[k] = some[first]!
    some[first] = at
    first += 1
  }
  return first
}

/** Divides the classes of a side for pairing. */
export const createClassTree = (side: CoalitionClasses, ways: number): ClassTree => {
  const { classes, own } = side
  const width = own.length + 1
  const gains = side.gains.map(gain => Math.max(NEVER, gain))
  const order = Int32Array.from({ length: classes }, (_, at) => at)
  const tree: ClassTree = {
    ...{ classes, width, ways, gains, order, start: [], end: [], halves: [], leads: [] },
    ...{ sets: NOTHING, low: NOTHING, high: NOTHING },
    ...countsBySize(side, width),
  }
  const fewest = Math.max(FEWEST_DIVIDED, Math.ceil((2 * classes) / MOST_NODES))
  const add = (start: number, end: number): number => {
    tree.leads.push(leadsOf(gains, ways, order.subarray(start, end)))
    tree.start.push(start)
    tree.end.push(end)
    return tree.halves.push(0) - 1
  }
  add(0, classes)
  for (let node = 0; node < tree.start.length; node += 1) {
    const [start, end] = [tree.start[node]!, tree.end[node]!]
    const pair = end - start > fewest ? widestPair(tree.leads[node]!, ways) : null
    const first = pair && divide(gains, ways, order.subarray(start, end), pair)
    if (!first || first === end - start) continue
    tree.halves[node] = add(start, start + first)
    add(start + first, end)
  }
  const nodes = tree.start.length
  tree.sets = new Float64Array(nodes * width)
  tree.low = new Float64Array(nodes * ways * width)
  tree.high = new Float64Array(nodes * ways * width)
  for (let node = nodes - 1; node >= 0; node -= 1) sumNode(tree, node)
  return tree
}

/** Adds the numbers of one node of a tree, `many` for each, to those of another. */
export const addNumbersOfNode = (numbers: Float64Array, many: number, to: number, from: number): void => {
  for (let k = 0; k < many; k += 1) numbers[to * many + k]! += numbers[from * many + k]!
}

/** Sums a node by size; those that follow it have been summed. */
const sumNode = (tree: ClassTree, node: number): void => {
  const { width, ways, gains, order, from, sizes, counts, halves, sets, low, high } = tree
  const half = halves[node]!
  if (half > 0) {
    for (const part of [half, half + 1]) {
      addNumbersOfNode(sets, width, node, part)
      addNumbersOfNode(low, ways * width, node, part)
      addNumbersOfNode(high, ways * width, node, part)
    }
    return
  }
  for (let k = tree.start[node]!; k < tree.end[node]!; k += 1) {
    const at = order[k]!
    for (let entry = from[at]!; entry < from[at + 1]!; entry += 1) {
      const [size, many] = [sizes[entry]!, counts[entry]!]
      sets[node * width + size]! += many
      for (let way = 1; way < ways; way += 1) {
        const gain = gains[at * ways + way]!
        const place = (node * ways + way) * width + size
        const highPart = highPartOf(gain)
        low[place]! += (gain - highPart * GAIN_PART) * many
        high[place]! += highPart * many
      }
    }
  }
}
