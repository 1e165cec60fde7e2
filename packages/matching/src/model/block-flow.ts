import type { AmountsByColumn, ProgramBlock } from './program.ts'

/** A relaxation breaks a condition if it exceeds it by more than this fraction of its largest amount. */
const BROKEN = 2e-9

/** Columns of a node and the amount of each. */
interface Node {
  columns: Int32Array
  amounts: Float64Array
}

/** A block as arrays, with memory for one flow at a time. */
interface PreparedBlock {
  needs: Node[]
  supplies: Node[]
  /** Supplies of each need, those of the fewest needs first, and needs, those with the fewest supplies first. */
  from: Int32Array[]
  order: Int32Array
  /** Units that each need lacks, those left of each supply, and those of each supply by need. */
  wanting: Float64Array
  left: Float64Array
  sent: Float64Array
  users: Int32Array[]
  /** The need from which a supply was reached, the supply through which a need was; -1 if not reached. */
  reachedFrom: Int32Array
  via: Int32Array
  queue: Int32Array
}

const nodeOf = (amounts: AmountsByColumn): Node => ({
  columns: Int32Array.from(amounts.keys()),
  amounts: Float64Array.from(amounts.values()),
})

const prepared = new WeakMap<ProgramBlock, PreparedBlock>()

const prepare = (block: ProgramBlock): PreparedBlock => {
  const before = prepared.get(block)
  if (before !== undefined) return before
  const { needs, supplies } = block
  const users = supplies.map((): number[] => [])
  for (const [need, { from }] of needs.entries()) for (const supply of from) users[supply]!.push(need)
  const made: PreparedBlock = {
    needs: needs.map(({ amounts }) => nodeOf(amounts)),
    supplies: supplies.map(nodeOf),
    from: needs.map(({ from }) =>
      Int32Array.from(from).toSorted((a, b) => users[a]!.length - users[b]!.length),
    ),
    order: Int32Array.from(needs.keys()).toSorted((a, b) => needs[a]!.from.length - needs[b]!.from.length),
    wanting: new Float64Array(needs.length),
    left: new Float64Array(supplies.length),
    sent: new Float64Array(needs.length * supplies.length),
    users: users.map(some => Int32Array.from(some)),
    reachedFrom: new Int32Array(supplies.length),
    via: new Int32Array(needs.length),
    queue: new Int32Array(needs.length),
  }
  prepared.set(block, made)
  return made
}

const sumOf = ({ columns, amounts }: Node, x: ArrayLike<number>): number => {
  let sum = 0
  for (let k = 0; k < columns.length; k += 1) sum += amounts[k]! * x[columns[k]!]!
  return sum
}

/** Gives every need what is left of its supplies, one after another; returns the error up to which sums are equal. */
const sendFirst = (block: PreparedBlock, x: ArrayLike<number>): number => {
  const { needs, supplies, from, order, wanting, left, sent } = block
  needs.forEach((node, need) => (wanting[need] = sumOf(node, x)))
  supplies.forEach((node, supply) => (left[supply] = sumOf(node, x)))
  sent.fill(0)
  const isWhole = wanting.every(Number.isInteger) && left.every(Number.isInteger)
  const least = isWhole ? 0 : BROKEN * wanting.reduce((most, one) => Math.max(most, one), 1)
  for (const need of order) {
    const some = from[need]!
    let rest = wanting[need]!
    for (let k = 0; k < some.length && rest > 0; k += 1) {
      const supply = some[k]!
      const units = Math.min(rest, left[supply]!)
      if (units <= 0) continue
      sent[need * supplies.length + supply] = units
      rest -= units
      left[supply]! -= units
    }
    wanting[need] = rest
  }
  return least
}

/** The first supply with some left that a need reaches by moving other needs to other supplies; -1 if there is none. */
const reach = (block: PreparedBlock, start: number, least: number): number => {
  const { from, users, left, sent, reachedFrom, via, queue } = block
  reachedFrom.fill(-1)
  via.fill(-1)
  const isReached = (need: number): boolean => need === start || via[need]! >= 0
  queue[0] = start
  let end = 1
  for (let at = 0; at < end; at += 1) {
    const need = queue[at]!
    const some = from[need]!
    for (let k = 0; k < some.length; k += 1) {
      const supply = some[k]!
      if (reachedFrom[supply]! >= 0) continue
      reachedFrom[supply] = need
      if (left[supply]! > least) return supply
      const using = users[supply]!
      for (let j = 0; j < using.length; j += 1) {
        const user = using[j]!
        if (sent[user * left.length + supply]! <= 0 || isReached(user)) continue
        via[user] = supply
        queue[end] = user
        end += 1
      }
    }
  }
  return -1
}

/** Moves units along the path by which a supply was reached. */
const move = (
  { wanting, left, sent, reachedFrom, via }: PreparedBlock,
  start: number,
  free: number,
): void => {
  const width = left.length
  let units = Math.min(wanting[start]!, left[free]!)
  for (let need = reachedFrom[free]!; need !== start; need = reachedFrom[via[need]!]!)
    units = Math.min(units, sent[need * width + via[need]!]!)
  for (let supply = free; ;) {
    const need = reachedFrom[supply]!
    sent[need * width + supply]! += units
    if (need === start) break
    supply = via[need]!
    sent[need * width + supply]! -= units
  }
  wanting[start]! -= units
  left[free]! -= units
}

/**
 * Sets of supplies of a block that are too small at a choice for the needs that depend on them alone, from a greatest
 * flow (Gale 1957). Between whole amounts every unit counts.
 */
export const findExceededSupplies = (block: ProgramBlock, x: ArrayLike<number>): number[][] => {
  const ready = prepare(block)
  const { wanting, via, reachedFrom } = ready
  const least = sendFirst(ready, x)
  const told = new Uint8Array(wanting.length)
  const found: number[][] = []
  for (let start = 0; start < wanting.length; start += 1)
    while (wanting[start]! > least) {
      const free = reach(ready, start, least / 64)
      if (free >= 0) {
        move(ready, start, free)
        continue
      }
      const isTold = told[start] === 1 || via.some((supply, need) => supply >= 0 && told[need] === 1)
      if (!isTold) found.push([...reachedFrom.keys()].filter(supply => reachedFrom[supply]! >= 0))
      told[start] = 1
      via.forEach((supply, need) => {
        if (supply >= 0) told[need] = 1
      })
      break
    }
  return found
}
