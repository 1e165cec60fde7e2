import type { Cut } from './connectors.ts'
import { warmEvaluator } from './warm.ts'

/** What a set is worth, and which of it are really used, as bits. Every set between the two is worth as much. */
export interface Interval {
  members: number
  used: number
  value: number
}

/**
 * One block of a cut market, ready to be asked what it is worth with some connectors funded (the low bits of
 * a set) and some winners present (the bits above).
 */
export interface Block {
  /** Indices of the connectors it touches, and of the winners with something of their own in it. */
  connectors: number[]
  winners: number[]
  solve: (set: number) => Interval
}

/** Sets are bits of a number. */
const MOST_BITS = 30

/** A block of a cut market; null where it has more winners and connectors than bits. */
export const blockOf = (
  { program, from }: Cut['blocks'][number],
  cut: Cut,
  winnerOf: Int32Array,
  pulse: () => void,
): Block | null => {
  const connectors = cut.connectors.flatMap((column, at) => (from.includes(column) ? [at] : []))
  const own = from.filter(column => !cut.connectors.includes(column) && winnerOf[column]! >= 0)
  const winners = [...new Set(own.map(column => winnerOf[column]!))].toSorted((a, b) => a - b)
  const shift = connectors.length
  if (shift + winners.length > MOST_BITS) return null
  const bits = from.map(column => {
    const connector = cut.connectors.indexOf(column)
    if (connector >= 0) return 1 << connectors.indexOf(connector)
    return winnerOf[column]! < 0 ? 0 : 1 << (shift + winners.indexOf(winnerOf[column]!))
  })
  const worthOf = warmEvaluator(program, pulse)
  const solve = (members: number): Interval => {
    const { value, chosen } = worthOf(
      Uint8Array.from(bits, bit => (bit === 0 || (members & bit) !== 0 ? 1 : 0)),
    )
    return { members, used: chosen.reduce((set, at) => set | bits[at]!, 0), value }
  }
  return { connectors, winners, solve }
}

/** The worth of every set, and what had to be worked out for it. */
export interface Table {
  values: Float64Array
  solved: Interval[]
}

/**
 * Largest sets first. A set whose best match leaves some idle is worth the same without any of them, so one
 * solve settles every set between those it used and itself.
 */
export const tableOf = (bits: number, solve: (set: number) => Interval): Table => {
  const values = new Float64Array(2 ** bits).fill(-1)
  const solved: Interval[] = []
  for (let set = values.length - 1; set >= 0; set -= 1) {
    if (values[set]! >= 0) continue
    const interval = solve(set)
    solved.push(interval)
    const { used, value } = interval
    const idle = set & ~used
    for (let some = idle; ; some = (some - 1) & idle) {
      values[used | some] = Math.max(value, 0)
      if (some === 0) break
    }
  }
  return { values, solved }
}
