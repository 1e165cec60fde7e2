import type { Cut } from './connectors.ts'
import { evaluator } from './pieces.ts'
import type { Program } from './program.ts'

/** What a coalition is worth, and the winners it really uses, as a set of bits. */
export interface CoalitionWorth {
  value: number
  used: number
}

/**
 * A block's worth for every set of connectors funded and winners present, worked out when asked for and
 * remembered.
 */
interface BlockTable {
  /** Where the entries for these members begin. */
  baseOf: (members: number) => number
  worthOf: (connectors: number, base: number) => CoalitionWorth
  /** The most it can be without working it out. */
  boundOf: (connectors: number, base: number) => number
}

const UNKNOWN = -1

const spread = (bits: readonly number[], set: number): number =>
  bits.reduce((local, bit, at) => ((set & bit) !== 0 ? local | (1 << at) : local), 0)

const gather = (bits: readonly number[], local: number): number =>
  bits.reduce((set, bit, at) => ((local & (1 << at)) !== 0 ? set | bit : set), 0)

/** Tables above so many entries would not fit. */
const MOST_BITS = 22

const tableOf = (
  { program, from }: Cut['blocks'][number],
  cut: Cut,
  bits: Int32Array,
  pulse: () => void,
): BlockTable | null => {
  const connectorBit = from.map(column => cut.connectors.indexOf(column)).map(at => (at < 0 ? 0 : 1 << at))
  const memberBit = from.map((column, at) => (connectorBit[at] === 0 ? bits[column]! : 0))
  const connectors = [...new Set(connectorBit.filter(bit => bit !== 0))]
  const members = [...new Set(memberBit.filter(bit => bit !== 0))]
  const shift = connectors.length
  if (shift + members.length > MOST_BITS) return null
  const size = 2 ** (shift + members.length)
  const values = new Float64Array(size).fill(UNKNOWN)
  const used = new Int32Array(size)
  const localBit = from.map((_, at) => {
    if (connectorBit[at] !== 0) return 1 << connectors.indexOf(connectorBit[at]!)
    return memberBit[at] === 0 ? 0 : 1 << (shift + members.indexOf(memberBit[at]!))
  })
  const { worthOf } = evaluator(program, pulse)
  const solve = (index: number): void => {
    const { value, chosen } = worthOf(
      Uint8Array.from(localBit, bit => (bit === 0 || (index & bit) !== 0 ? 1 : 0)),
    )
    const busy = chosen.reduce((set, at) => set | localBit[at]!, 0)
    const idle = index & ~busy
    for (let some = idle; ; some = (some - 1) & idle) {
      values[busy | some] = value
      used[busy | some] = busy
      if (some === 0) return
    }
  }
  const known = (index: number): number => {
    if (values[index] === UNKNOWN) solve(index)
    return values[index]!
  }
  const allConnectors = 2 ** shift - 1
  const local = Int32Array.from({ length: 2 ** cut.connectors.length }, (_, z) => spread(connectors, z))
  return {
    baseOf: set => spread(members, set) << shift,
    worthOf: (z, base) => {
      const index = local[z]! | base
      return { value: known(index), used: gather(members, used[index]! >> shift) }
    },
    boundOf: (z, base) => {
      const index = local[z]! | base
      if (values[index] !== UNKNOWN) return values[index]!
      return Math.min(known(base | allConnectors), known(index | (size - 1 - allConnectors)))
    },
  }
}

const allowed = (cut: Cut, z: number): boolean =>
  cut.rows.every(row => {
    const sum = row.columns.reduce(
      (total, column, at) => total + ((z >> cut.connectors.indexOf(column)) & 1) * row.coefficients[at]!,
      0,
    )
    return sum <= row.limit
  })

const SAME = 1e-6

/**
 * Values of coalitions of a market that a few projects hold together: for every way to fund those, the
 * blocks are worth
 * what they are worth separately. Null when a block is still too large for a table.
 */
export const conditioned = (program: Program, cut: Cut, bits: Int32Array, pulse: () => void) => {
  const tables = cut.blocks.map(block => tableOf(block, cut, bits, pulse))
  if (tables.some(table => table === null)) return null
  const blocks = tables as BlockTable[]
  const size = 2 ** cut.connectors.length
  const sets = Array.from({ length: size }, (_, z) => z).filter(z => allowed(cut, z))
  const cost = Float64Array.from({ length: size }, (_, z) =>
    cut.connectors.reduce((sum, column, at) => sum + ((z >> at) & 1) * -program.columns[column]!.value, 0),
  )
  const owners = cut.connectors.map(column => bits[column]!)
  const ownersOf = (z: number): number =>
    owners.reduce((set, bit, at) => (((z >> at) & 1) !== 0 ? set | bit : set), 0)
  const owned = Int32Array.from({ length: size }, (_, z) => ownersOf(z))
  let last = 0

  const bases = new Int32Array(blocks.length)
  const exact = (z: number): CoalitionWorth => {
    let value = -cost[z]!
    let used = owned[z]!
    for (let at = 0; at < blocks.length; at += 1) {
      const part = blocks[at]!.worthOf(z, bases[at]!)
      value += part.value
      used |= part.used
    }
    return { value, used }
  }

  return (members: number): CoalitionWorth => {
    blocks.forEach((block, at) => (bases[at] = block.baseOf(members)))
    let best: CoalitionWorth = (owned[last]! & ~members) === 0 ? exact(last) : { value: -1, used: 0 }
    for (const z of sets) {
      if ((owned[z]! & ~members) !== 0) continue
      let bound = -cost[z]!
      for (let at = 0; at < blocks.length; at += 1) bound += blocks[at]!.boundOf(z, bases[at]!)
      if (bound <= best.value + SAME) continue
      const found = exact(z)
      if (found.value <= best.value + SAME) continue
      best = found
      last = z
    }
    return best
  }
}
