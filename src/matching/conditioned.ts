import { blockOf, solverOf, type Block, type Interval } from './block-worth.ts'
import type { Cut } from './connectors.ts'
import type { Program } from './program.ts'

/** What a coalition is worth, and which winners it really uses. */
export interface CoalitionWorth {
  value: number
  used: Uint8Array
}

/** A block that remembers what it was asked. */
interface Remembering extends Block {
  /** Where each of its connectors lies in a set of all connectors. */
  worthOf: (set: number) => Interval
  known: Map<number, Interval>
}

const MOST_REMEMBERED = 1_000_000

const remembering = (block: Block, pulse: () => void): Remembering => {
  const solve = solverOf(block, pulse)
  const known = new Map<number, Interval>()
  const worthOf = (set: number): Interval => {
    const before = known.get(set)
    if (before !== undefined) return before
    const worth = solve(set)
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(set, worth)
    // The same match is the best of those it uses alone.
    known.set(worth.used, worth)
    return worth
  }
  return { ...block, worthOf, known }
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
 * Values of single coalitions of a market that a few projects hold together: for every way to fund those,
 * the blocks are worth what they are worth separately, and only ways that may be best are looked into.
 * Null when a block has too many winners.
 */
export const conditioned = (program: Program, cut: Cut, winnerOf: Int32Array, pulse: () => void) => {
  const built = cut.blocks.map(block => blockOf(block, cut, winnerOf))
  if (built.some(block => block === null)) return null
  const blocks = built.map(block => remembering(block!, pulse))
  const size = 2 ** cut.connectors.length
  const sets = Array.from({ length: size }, (_, z) => z).filter(z => allowed(cut, z))
  const cost = Float64Array.from({ length: size }, (_, z) =>
    cut.connectors.reduce((sum, column, at) => sum + ((z >> at) & 1) * -program.columns[column]!.value, 0),
  )
  const owners = cut.connectors.map(column => winnerOf[column]!)
  const local = blocks.map(({ connectors }) =>
    Int32Array.from({ length: size }, (_, z) =>
      connectors.reduce((set, at, k) => set | (((z >> at) & 1) << k), 0),
    ),
  )
  let last = 0

  return (present: Uint8Array): CoalitionWorth => {
    const bases = blocks.map(({ connectors, winners }) =>
      winners.reduce((set, winner, k) => set | (present[winner]! << (k + connectors.length)), 0),
    )
    const most = blocks.map(({ connectors, worthOf }, at) => {
      const all = 2 ** connectors.length - 1
      return worthOf(bases[at]! | all).value
    })
    const boundOf = (z: number): number =>
      blocks.reduce((sum, { known }, at) => {
        const worth = known.get(bases[at]! | local[at]![z]!)
        return sum + Math.min(most[at]!, worth?.value ?? Infinity)
      }, -cost[z]!)
    let best = { value: -1, z: -1 }
    const consider = (z: number): void => {
      if (boundOf(z) <= best.value + SAME) return
      let value = -cost[z]!
      for (let at = 0; at < blocks.length; at += 1)
        value += blocks[at]!.worthOf(bases[at]! | local[at]![z]!).value
      if (value > best.value + SAME) best = { value, z }
    }
    const owned = (z: number): boolean =>
      owners.every((owner, at) => owner < 0 || ((z >> at) & 1) === 0 || present[owner] === 1)
    if (owned(last)) consider(last)
    for (const z of sets) if (z !== last && owned(z)) consider(z)
    last = best.z
    const used = new Uint8Array(present.length)
    owners.forEach((owner, at) => {
      if (owner >= 0 && ((best.z >> at) & 1) === 1) used[owner] = 1
    })
    blocks.forEach(({ connectors, winners, worthOf }, at) => {
      const { used: busy } = worthOf(bases[at]! | local[at]![best.z]!)
      winners.forEach((winner, k) => {
        if (((busy >> (k + connectors.length)) & 1) === 1) used[winner] = 1
      })
    })
    return { value: best.value, used }
  }
}
