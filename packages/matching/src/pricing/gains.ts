import { addNumbersOfNode, createClassTree, GAIN_PART, highPartOf, type ClassTree } from './class-tree.ts'
import type { CoalitionClasses } from './classes.ts'

/**
 * For each class, and each size of the other side's sets, the summed gains of the pairs, split for exactness: `low`
 * sums the lowest 30 bits, `high` the bits above.
 */
export interface ClassGainSums {
  low: Float64Array
  high: Float64Array
}

/** What the classes of one side gain with the other side's sets: of single classes, and of whole nodes of their tree. */
interface Gained extends ClassGainSums {
  tree: ClassTree
  /** Number of sizes of the other side's sets. */
  width: number
  /** For each node and way: the number of the other side's sets that it is best with, by size. */
  sets: Float64Array
  /** For each node: what these sets gain, by size. */
  theirLow: Float64Array
  theirHigh: Float64Array
}

const noGain = (tree: ClassTree, { width }: ClassTree): Gained => {
  const numbers = (many: number): Float64Array => new Float64Array(many * width)
  const [classes, nodes] = [tree.classes, tree.start.length]
  const ofNodes = { sets: numbers(nodes * tree.ways), theirLow: numbers(nodes), theirHigh: numbers(nodes) }
  return { tree, width, low: numbers(classes), high: numbers(classes), ...ofNodes }
}

/** Adds all sets of a node of the other side to a node, with the way that is best for all their pairs. */
const addNode = (gained: Gained, node: number, other: ClassTree, theirs: number, way: number): void => {
  const { width, sets, theirLow, theirHigh, tree } = gained
  const [own, their] = [(node * tree.ways + way) * width, (theirs * tree.ways + way) * width]
  for (let size = 0; size < width; size += 1) {
    sets[own + size]! += other.sets[theirs * width + size]!
    theirLow[node * width + size]! += other.low[their + size]!
    theirHigh[node * width + size]! += other.high[their + size]!
  }
}

/** Adds the sets of one class of the other side to a class, with their gain. */
const addClass = (
  { low, high, width }: Gained,
  own: number,
  other: ClassTree,
  theirs: number,
  gain: number,
) => {
  const { from, sizes, counts } = other
  const highPart = highPartOf(gain)
  const lowPart = gain - highPart * GAIN_PART
  for (let k = from[theirs]!; k < from[theirs + 1]!; k += 1) {
    const place = own * width + sizes[k]!
    low[place]! += lowPart * counts[k]!
    if (highPart !== 0) high[place]! += highPart * counts[k]!
  }
}

/** Classes of a node, those that gain least more from one way than from another first, and how much more. */
interface Ranked {
  classes: Int32Array
  leads: Float64Array
}

/** Sorts classes by their leads, both in place (Shell 1959, with the gaps of Ciura 2001). */
const sortByLead = ({ classes, leads }: Ranked): void => {
  for (const gap of GAPS)
    for (let k = gap; k < leads.length; k += 1) {
      const [at, lead] = [classes[k]!, leads[k]!]
      let place = k
      for (; place >= gap && leads[place - gap]! > lead; place -= gap) {
        classes[place] = classes[place - gap]!
        leads[place] = leads[place - gap]!
      }
      classes[place] = at
      leads[place] = lead
    }
}
const GAPS = [1750, 701, 301, 132, 57, 23, 10, 4, 1]

/** Returns a function that ranks the classes of a node for two ways, once. */
const ranker = ({ ways, gains, order, start, end }: ClassTree) => {
  const known = new Map<number, Ranked>()
  return (node: number, way: number, less: number): Ranked => {
    const key = (node * ways + way) * ways + less
    const before = known.get(key)
    if (before !== undefined) return before
    const classes = order.slice(start[node], end[node])
    const leads = new Float64Array(classes.length)
    for (let k = 0; k < leads.length; k += 1) {
      const row = classes[k]! * ways
      leads[k] = gains[row + way]! - gains[row + less]!
    }
    const ranked = { classes, leads }
    sortByLead(ranked)
    known.set(key, ranked)
    return ranked
  }
}

/** Limit of the sizes of sets of one side, which are masks of 32 bits. */
const MOST_SIZES = 64
/** Sums by size of set, reused because a sum is needed for very many nodes. */
const SUMS = {
  sets: new Float64Array(MOST_SIZES),
  lows: new Float64Array(MOST_SIZES),
  highs: new Float64Array(MOST_SIZES),
}

/**
 * For each class of a node, adds by how much pairs with classes of the other side gain more from one way than from
 * another, where they do. Both are ranked by that, so those of the other side that count only become more.
 */
const addLeads = ({ low, high, width }: Gained, own: Ranked, other: ClassTree, theirs: Ranked): void => {
  const { from, sizes, counts } = other
  const { sets, lows, highs } = SUMS
  for (const numbers of [sets, lows, highs]) numbers.fill(0, 0, width)
  const last = theirs.classes.length - 1
  let next = last
  let isHigh = false
  let [least, most] = [width, 0]
  for (let k = 0; k < own.classes.length; k += 1) {
    const lead = own.leads[k]!
    for (; next >= 0 && theirs.leads[next]! + lead > 0; next -= 1) {
      const at = theirs.classes[next]!
      const highPart = highPartOf(theirs.leads[next]!)
      const lowPart = theirs.leads[next]! - highPart * GAIN_PART
      isHigh ||= highPart !== 0
      for (let entry = from[at]!; entry < from[at + 1]!; entry += 1) {
        const size = sizes[entry]!
        sets[size]! += counts[entry]!
        lows[size]! += lowPart * counts[entry]!
        if (highPart !== 0) highs[size]! += highPart * counts[entry]!
        if (size < least) least = size
        if (size > most) most = size
      }
    }
    if (next === last) continue
    const highPart = highPartOf(lead)
    const lowPart = lead - highPart * GAIN_PART
    const start = own.classes[k]! * width
    for (let size = least; size <= most; size += 1) low[start + size]! += lowPart * sets[size]! + lows[size]!
    if (!isHigh && highPart === 0) continue
    for (let size = least; size <= most; size += 1)
      high[start + size]! += highPart * sets[size]! + highs[size]!
  }
}

/** Adds what was added to nodes to each of their classes. */
const spread = ({ tree, width, low, high, sets, theirLow, theirHigh }: Gained): ClassGainSums => {
  const { ways, gains, order, start, end, halves } = tree
  for (let node = 0; node < start.length; node += 1) {
    const half = halves[node]!
    if (half > 0) {
      for (const part of [half, half + 1]) {
        addNumbersOfNode(sets, ways * width, part, node)
        addNumbersOfNode(theirLow, width, part, node)
        addNumbersOfNode(theirHigh, width, part, node)
      }
      continue
    }
    for (let k = start[node]!; k < end[node]!; k += 1) {
      const at = order[k]!
      for (let size = 0; size < width; size += 1) {
        const place = at * width + size
        let lowSum = low[place]! + theirLow[node * width + size]!
        let highSum = high[place]! + theirHigh[node * width + size]!
        for (let way = 1; way < ways; way += 1) {
          const many = sets[(node * ways + way) * width + size]!
          if (many === 0) continue
          const gain = gains[at * ways + way]!
          const highPart = highPartOf(gain)
          lowSum += (gain - highPart * GAIN_PART) * many
          highSum += highPart * many
        }
        const carried = Math.floor(lowSum / GAIN_PART)
        low[place] = lowSum - carried * GAIN_PART
        high[place] = highSum + carried
      }
    }
  }
  return { low, high }
}

/** The largest range of the difference between two open ways. */
const spreadOf = (leads: Float64Array, ways: number, open: readonly number[]): number => {
  let most = 0
  for (let k = 1; k < open.length; k += 1)
    for (let l = 0; l < k; l += 1) {
      const varies = -leads[open[k]! * ways + open[l]!]! - leads[open[l]! * ways + open[k]!]!
      if (varies > most) most = varies
    }
  return most
}

/** A gain below this is one that stands for minus infinity, which no sum may contain. */
const UNREACHABLE = -(2 ** 60)
/** Pairs of two nodes with no more pairs than this are combined one by one. */
const FEWEST_RANKED = 64

/**
 * Sums what each class of one side gains with the sets of the other, by their size, and returns the sums for both
 * sides. A pair of classes gains what the best way for both brings. Where one way is best for all pairs of two nodes,
 * they are not combined one by one: the gain of a pair is a sum of what each side gains, so counts and sums of the nodes
 * are enough. All others are divided, and a way that another surpasses for all pairs is left out below. Sums are exact.
 */
export const sumClassPairGains = (
  one: CoalitionClasses,
  other: CoalitionClasses,
  ways: number,
  pulse: () => void,
): [ClassGainSums, ClassGainSums] => {
  const [a, b] = [createClassTree(one, ways), createClassTree(other, ways)]
  const [gainedA, gainedB] = [noGain(a, b), noGain(b, a)]
  const [rankA, rankB] = [ranker(a), ranker(b)]
  const pairClasses = (nodeA: number, nodeB: number, open: readonly number[]): void => {
    const [many, endA, endB] = [open.length, a.end[nodeA]!, b.end[nodeB]!]
    for (let k = a.start[nodeA]!; k < endA; k += 1) {
      const i = a.order[k]!
      for (let l = b.start[nodeB]!; l < endB; l += 1) {
        const j = b.order[l]!
        let best = 0
        for (let which = 0; which < many; which += 1) {
          const way = open[which]!
          const gain = a.gains[i * ways + way]! + b.gains[j * ways + way]!
          if (gain > best) best = gain
        }
        if (best === 0) continue
        addClass(gainedA, i, b, j, best)
        addClass(gainedB, j, a, i, best)
      }
    }
  }
  const pairNodes = (nodeA: number, nodeB: number, before: readonly number[]): void => {
    const [leadsA, leadsB] = [a.leads[nodeA]!, b.leads[nodeB]!]
    let open = before
    for (let k = before.length - 1; k >= 0; k -= 1) {
      const way = before[k]!
      for (const better of open) {
        if (better === way || leadsA[better * ways + way]! + leadsB[better * ways + way]! < 0) continue
        open = open.filter(left => left !== way)
        break
      }
    }
    const [less, way] = open
    if (way === undefined) {
      if (less === 0) return
      addNode(gainedA, nodeA, b, nodeB, less!)
      addNode(gainedB, nodeB, a, nodeA, less!)
      return
    }
    const [manyA, manyB] = [a.end[nodeA]! - a.start[nodeA]!, b.end[nodeB]! - b.start[nodeB]!]
    const isRanked = open.length === 2 && manyA * manyB > FEWEST_RANKED
    if (isRanked && leadsA[less! * ways]! + leadsB[less! * ways]! > UNREACHABLE) {
      if (less! > 0) {
        addNode(gainedA, nodeA, b, nodeB, less!)
        addNode(gainedB, nodeB, a, nodeA, less!)
      }
      const [rankedA, rankedB] = [rankA(nodeA, way, less!), rankB(nodeB, way, less!)]
      addLeads(gainedA, rankedA, b, rankedB)
      addLeads(gainedB, rankedB, a, rankedA)
      return
    }
    const [halfA, halfB] = [a.halves[nodeA]!, b.halves[nodeB]!]
    if (halfA === 0 && halfB === 0) return pairClasses(nodeA, nodeB, open)
    if (halfB === 0 || (halfA > 0 && spreadOf(leadsA, ways, open) > spreadOf(leadsB, ways, open))) {
      pulse()
      pairNodes(halfA, nodeB, open)
      pairNodes(halfA + 1, nodeB, open)
    } else {
      pairNodes(nodeA, halfB, open)
      pairNodes(nodeA, halfB + 1, open)
    }
  }
  const all = Array.from({ length: ways }, (_, way) => way)
  pairNodes(0, 0, all)
  return [spread(gainedA), spread(gainedB)]
}
