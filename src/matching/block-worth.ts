import type { Cut } from './connectors.ts'
import { evaluator } from './evaluator.ts'

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
  /** The worth of a set, or null where it is no more than a value already reached. */
  solve: Solve
}

/** Works out one set, unless it is worth no more than has been reached without some of it. */
export type Solve = (set: number, reached: number) => Interval | null

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
  const worthOf = evaluator(program, pulse)
  const solve: Solve = (members, reached) => {
    const present = Uint8Array.from(bits, bit => (bit === 0 || (members & bit) !== 0 ? 1 : 0))
    const achieved = worthOf(present, reached)
    if (achieved === null) return null
    return { members, used: achieved.chosen.reduce((set, at) => set | bits[at]!, 0), value: achieved.value }
  }
  return { connectors, winners, solve }
}

/** The worth of every set, and what had to be worked out for it. */
export interface Table {
  values: Float64Array
  solved: Interval[]
}

/** Matches found so far, best first; those that no later set can hold are forgotten. */
const matchesFound = () => {
  let used: number[] = []
  let values: number[] = []
  let forgetAt = 1_024
  const forget = (set: number): void => {
    const kept = used.map(match => match <= set)
    values = values.filter((_, at) => kept[at])
    used = used.filter((_, at) => kept[at])
    forgetAt = Math.max(forgetAt, used.length * 2)
  }
  return {
    /** The best of them that a set can hold. */
    within: (set: number): { used: number; value: number } => {
      for (let at = 0; at < used.length; at += 1)
        if ((used[at]! & ~set) === 0) return { used: used[at]!, value: values[at]! }
      return { used: 0, value: 0 }
    },
    add: ({ used: match, value, members }: Interval): void => {
      if (used.length >= forgetAt) forget(members)
      let at = 0
      for (let end = values.length; at < end;) {
        const middle = (at + end) >> 1
        if (values[middle]! >= value) at = middle + 1
        else end = middle
      }
      values.splice(at, 0, value)
      used.splice(at, 0, match)
    },
  }
}

/**
 * Largest sets first. A set whose best match leaves some idle is worth the same without any of them, so one
 * answer settles every set between those it used and itself. The best match known that a set can hold is
 * what its own must beat: often that is all there is to prove.
 */
export const tableOf = (bits: number, solve: Solve): Table => {
  const values = new Float64Array(2 ** bits).fill(-1)
  const solved: Interval[] = []
  const matches = matchesFound()
  for (let set = values.length - 1; set >= 0; set -= 1) {
    if (values[set]! >= 0) continue
    const reached = matches.within(set)
    const found = solve(set, reached.value)
    if (found !== null) matches.add(found)
    const interval = found ?? { members: set, ...reached }
    solved.push(interval)
    const { used, value } = interval
    const idle = set & ~used
    for (let some = idle; ; some = (some - 1) & idle) {
      values[used | some] = value
      if (some === 0) break
    }
  }
  return { values, solved }
}
