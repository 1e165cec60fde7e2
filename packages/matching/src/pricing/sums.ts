import { countSetBits, type CoalitionClasses } from './classes.ts'
import type { ClassGainSums } from './gains.ts'
import { binomialCoefficient, type CoalitionSumsBySize } from './shares.ts'

/** One side of a pairing of coalitions: its classes, their summed gains with the other side's sets, and who else is present. */
export interface CoalitionPairingSide {
  side: CoalitionClasses
  gained: ClassGainSums
  other: CoalitionClasses
  present: readonly number[]
}

/** Bits of each part of a sum: counts of sets are below 2^22, so products stay below 2^52 and exact. */
const PART_BITS = 30n
const PART = 2 ** 30
const PARTS = 3

/** Combines the parts of a sum into one whole number. */
const joined = (parts: readonly Float64Array[], at: number): bigint =>
  parts.reduceRight((sum, part) => (sum << PART_BITS) + BigInt(part[at]!), 0n)

/** The sets ordered by class: those of class c are from `from[c]` to `from[c + 1]`. */
const byClass = ({ classOf, classes }: CoalitionClasses) => {
  const from = new Int32Array(classes + 1)
  for (const at of classOf) from[at + 1]! += 1
  for (let at = 0; at < classes; at += 1) from[at + 1]! += from[at]!
  const next = from.slice()
  const order = new Int32Array(classOf.length)
  classOf.forEach((at, set) => (order[next[at]!++] = set))
  return { from, order }
}

/** Adds an amount for one set: by its size, in all and for each member. */
const tally = (width: number, size: number, set: number, amount: number, into: Float64Array): void => {
  const at = size * width
  into[at]! += amount
  for (let rest = set; rest !== 0; rest &= rest - 1) into[at + 32 - Math.clz32(rest & -rest)]! += amount
}

/** Base values of all sets by size, in all and for each member, in parts. */
const baseOf = ({ own, base }: CoalitionClasses): Float64Array[] => {
  const width = own.length + 1
  const parts = [new Float64Array(width * width), new Float64Array(width * width)]
  base.forEach((value, set) => {
    const high = Math.floor(value / PART)
    const size = countSetBits(set)
    tally(width, size, set, value - high * PART, parts[0]!)
    if (high !== 0) tally(width, size, set, high, parts[1]!)
  })
  return parts
}

/** Gains of sets by their size and that of the other side's sets, in all and for each member, in parts. */
const gainOf = ({ side, gained, other }: CoalitionPairingSide): Float64Array[] => {
  const width = side.own.length + 1
  const sizes = other.own.length + 1
  const parts = Array.from({ length: PARTS }, () => new Float64Array(sizes * width * width))
  const { from, order } = byClass(side)
  const counts = new Float64Array(width * width)
  const counted = new Int32Array(width * width)
  for (let at = 0; at < side.classes; at += 1) {
    counts.fill(0)
    for (let k = from[at]!; k < from[at + 1]!; k += 1)
      tally(width, countSetBits(order[k]!), order[k]!, 1, counts)
    let many = 0
    for (let place = 0; place < counts.length; place += 1) if (counts[place]! > 0) counted[many++] = place
    const addTo = (part: number, size: number, amount: number): void => {
      if (amount === 0) return
      const into = parts[part]!
      const start = size * width * width
      for (let k = 0; k < many; k += 1) into[start + counted[k]!]! += counts[counted[k]!]! * amount
    }
    for (let size = 0; size < sizes; size += 1) {
      const low = gained.low[at * sizes + size]!
      const carried = Math.floor(low / PART) + gained.high[at * sizes + size]!
      addTo(0, size, low % PART)
      addTo(1, size, carried % PART)
      addTo(2, size, Math.floor(carried / PART))
    }
  }
  return parts
}

/**
 * Adds one side of a pairing to the sums: for every size, the values of all coalitions with each of its winners. The
 * first side also adds the totals, and those of everyone else who is present.
 */
export const addPairingSideToSums = (
  half: CoalitionPairingSide,
  sums: CoalitionSumsBySize,
  isFirst: boolean,
): void => {
  const { side, other, present } = half
  const width = side.own.length + 1
  const base = baseOf(side)
  const otherBase = baseOf(other)
  const gain = gainOf(half)
  for (let size = 0; size < width; size += 1)
    for (let others = 0; others < other.own.length + 1; others += 1) {
      const total = size + others + present.length
      const pairs = binomialCoefficient(other.own.length, others)
      const theirs = joined(otherBase, others * (other.own.length + 1))
      const [ofSize, withOne] = [
        binomialCoefficient(width - 1, size),
        binomialCoefficient(width - 2, size - 1),
      ]
      const worth = (member: number): bigint => {
        const sets = member === 0 ? ofSize : withOne
        const own = joined(base, size * width + member) * pairs
        return own + sets * theirs + joined(gain, (others * width + size) * width + member)
      }
      side.own.forEach((winner, at) => (sums.having[winner]![total]! += worth(at + 1)))
      if (!isFirst) continue
      const all = worth(0)
      sums.all[total]! += all
      for (const winner of present) sums.having[winner]![total]! += all
    }
}
